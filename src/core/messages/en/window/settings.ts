// The settings view.
export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  theme: 'Theme',
  language: 'Language',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  about: 'About',
  version: 'Version',
  transport: 'Opened as',
  desktop: 'desktop window',
  web: 'page in a browser',
  database: 'Runs are stored in',
  node: 'Node.js',
  platform: 'Platform',
} as const
