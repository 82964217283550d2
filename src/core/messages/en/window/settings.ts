// The settings view.
export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  theme: 'Theme',
  language: 'Language',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  updates: 'Updates',
  checkForUpdates: 'Check for newer versions once a day',
  updatesAbout:
    'Off unless you switch it on. Then Kneepoint requests the list of releases from {address}. The request names the program, not its version, and nothing about you, this machine or your runs. Nothing is downloaded or installed.',
  updatesNoAddress:
    'No release list is set for this build. KNEEPOINT_RELEASES_URL sets its address.',
  checkNow: 'Check now',
  newerVersion: 'Version {version} is available',
  newestVersion: 'This is the newest version',
  checkedAt: 'Last checked {time}',
  checkFailed: 'The last check failed: {why}',
  about: 'About',
  version: 'Version',
  transport: 'Opened as',
  desktop: 'desktop window',
  web: 'page in a browser',
  database: 'Runs are stored in',
  node: 'Node.js',
  platform: 'Platform',
} as const
