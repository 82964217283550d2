// The application menu: the platform's own entries and a second window.
import { Menu, type MenuItemConstructorOptions } from 'electron'

export function showMenu(openAnotherWindow: () => void): void {
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: openAnotherWindow },
      { type: 'separator' },
      { role: process.platform === 'darwin' ? 'close' : 'quit' },
    ],
  }
  const platform: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...platform,
      file,
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
    ]),
  )
}
