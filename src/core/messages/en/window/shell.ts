// Frame of the window: navigation, terms shared by views, forms, documentation, settings.
export const shell = {
  rail: 'Main',
  home: 'Kneepoint, go to the start page',
  skip: 'Skip to the view',
  fold: 'Collapse the sidebar',
  unfold: 'Expand the sidebar',
  nothingUp: 'No server is running.',
  startOne: 'Start one',
  search: 'Go to',
  notices: 'Notices',
  preparing: 'preparing',
  left: '{time} left',
  elapsed: '{time} elapsed',
  connection: {
    lost: 'The connection to Kneepoint was lost; reconnecting. Benchmarks continue while Kneepoint itself runs.',
    unreachable:
      'Kneepoint does not respond. Start it with “kneepoint web”; this page then connects.',
    refused:
      'This browser has no access yet. Open the address that “kneepoint web” printed; it contains the access token.',
    unknownAddress:
      'Kneepoint does not know the address of this page. Start it with “kneepoint web --public-url {address}”.',
  },
  damage: {
    title: 'Entries of the database that cannot be read: {count}. All others are shown.',
    entry: '{id} of {table}: {why}',
    remove: 'Remove',
    removeNow: 'Remove for good',
    about: '“kneepoint db repair” mends or removes all of them, and saves them to a file first.',
  },
  keys: {
    title: 'Keyboard shortcuts',
    about:
      'Everything can be done from the keyboard. Tab reaches underlined terms and shows what they mean.',
    palette: 'Commands of this page, and everything by name',
    search: 'Search on this page',
    undo: 'Undo the last deletion, while its notice is shown',
    wheel: 'wheel',
    help: 'Explain the field that has the focus',
    zoom: 'Zoom a chart; drag to select a range, double-click to reset',
  },
  palette: {
    page: 'This page',
    title: 'Go to anything',
    description: 'Type to find servers, runs, sweeps, actions and pages of the documentation.',
    placeholder: 'Server, run, sweep or action…',
    nothing: 'No matches.',
    views: 'Views',
    hosts: 'Hosts',
    actions: 'Actions',
    servers: 'Servers',
    results: 'Results',
    runs: 'Runs',
    sweeps: 'Sweeps',
    lightTheme: 'Use the light theme',
    darkTheme: 'Use the dark theme',
  },
} as const

export const common = {
  actions: 'Actions',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  copied: 'Copied',
  copy: 'Copy',
  keep: 'Keep it',
  loading: 'Loading…',
  name: 'Name',
  remove: 'Remove',
  rename: 'Rename',
  renameHint: 'The name is only a label; nothing else changes.',
  simulated: 'simulated',
  more: 'More actions',
  none: 'none',
  yes: 'yes',
  no: 'no',
  /** `{what}` is a limit or a failure, `{said}` its figure or reason. */
  reported: '{what}: {said}',
  listed: '{one}, {other}',
  copyCommand: 'Copy the command',
  copyFile: 'Copy the file',
  server: 'Server',
  save: 'Save',
  send: 'Send',
  command: 'Equivalent command',
} as const

export const form = {
  reset: 'Reset to the default: {value} ({field})',
  changed: '{count|# field|# fields} changed',
  resetAll: 'Undo the changes',
  problems: '{count|# problem|# problems} to fix',
  more: 'More',
  search: 'Search all settings',
  find: 'Search',
  noneFound: 'Nothing matches.',
  nothingFound: 'No setting matches. Other APIs and datasets have settings of their own.',
} as const

export const report = {
  menu: 'Report…',
  copy: 'Copy the summary as Markdown',
  copied: 'The summary is in the clipboard.',
  format: {
    html: 'Report as a page (HTML)',
    md: 'Summary as Markdown',
    csv: 'Points as CSV',
    'requests-csv': 'Every request as CSV',
    'series-csv': 'Series over time as CSV',
    json: 'Results as JSON',
    bundle: 'Bundle for another Kneepoint',
  },
} as const

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

export const verdict = {
  title: 'Reliability',
  warnings: 'Warnings',
} as const
