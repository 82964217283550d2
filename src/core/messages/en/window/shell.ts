// The frame: rail, strip, banner, palette.
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
    export: 'Export',
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
    runs: 'Runs',
    sweeps: 'Sweeps',
    terms: 'Glossary',
    docs: 'Documentation',
    lightTheme: 'Use the light theme',
    darkTheme: 'Use the dark theme',
  },
} as const
