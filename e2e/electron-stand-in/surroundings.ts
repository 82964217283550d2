// What a desktop provides around windows: menus, displays, dialogs. Nothing of it shows here.

export const Menu = {
  buildFromTemplate: (template: readonly object[]) => template,
  setApplicationMenu: () => undefined,
}

export const nativeTheme = { shouldUseDarkColors: false }

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export const shell = {
  openExternal: () => Promise.reject(new Error('the stand-in opens nothing outside itself')),
}

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`)
  },
  showMessageBox: () => Promise.reject(new Error('nobody is there to answer the stand-in')),
}
