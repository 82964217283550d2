// Texts of the desktop outside the page, in English: application menu, questions before quitting, crashes.
export const desktop = {
  /** An ampersand precedes the letter that chooses an entry; a Mac shows none. */
  menu: {
    about: 'About Kneepoint',
    services: 'Services',
    hide: 'Hide Kneepoint',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: '&Quit Kneepoint',
    file: '&File',
    newWindow: '&New Window',
    close: '&Close Window',
    edit: '&Edit',
    undo: '&Undo',
    redo: '&Redo',
    cut: 'Cu&t',
    copy: '&Copy',
    paste: '&Paste',
    delete: '&Delete',
    selectAll: 'Select &All',
    view: '&View',
    reload: '&Reload',
    toggleDevTools: '&Developer Tools',
    resetZoom: '&Actual Size',
    zoomIn: 'Zoom &In',
    zoomOut: 'Zoom &Out',
    togglefullscreen: '&Full Screen',
    window: '&Window',
    minimize: '&Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
  },
  measuring: {
    title: (name: string) => `${name} is still being measured. Quit and cancel it?`,
    detail: 'The requests measured so far are kept, and a sweep can be resumed.',
    stay: 'Keep Measuring',
    quit: 'Cancel It and Quit',
  },
  window: {
    crashedAgain: 'The window crashed twice in a row.',
    crashedDetail:
      'Runs and servers continue. Press Reload to show the window again. If it keeps crashing, restart Kneepoint.',
    reload: 'Reload',
    saveAs: 'Save As',
  },
  quit: {
    title: (count: number) =>
      count === 1
        ? 'A server still runs on a host. Stop it before quitting?'
        : `${count} servers still run on hosts. Stop them before quitting?`,
    leadOut: 'What is left running holds its GPUs, and is found again at the next start.',
    thisComputer: 'This computer',
    names: (names: readonly string[]) => names.join(', '),
    stillStopping: 'is still being stopped',
    unstoppedTitle: 'Not everything was stopped.',
    leave: 'Leave Running and Quit',
    stop: 'Stop and Quit',
    again: 'Try Again',
    stay: 'Cancel',
  },
}

export type DesktopTexts = typeof desktop
