// Application menu per platform: the usual entries, and one that opens a second window.
import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopTexts } from '#core/messages/en/desktop.ts'

type Circumstances = Readonly<{ platform: NodeJS.Platform; openAnotherWindow: () => void }>

const line: MenuItemConstructorOptions = { type: 'separator' }

/** Entries whose behaviour Electron provides. */
type MenuRole = Exclude<
  keyof DesktopTexts['menu'],
  'file' | 'edit' | 'view' | 'window' | 'newWindow'
>

export function menuTemplate(
  withMnemonics: DesktopTexts['menu'],
  { platform, openAnotherWindow }: Circumstances,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const texts = isMac ? withoutMnemonics(withMnemonics) : withMnemonics
  const entries = (...roles: readonly MenuRole[]): MenuItemConstructorOptions[] =>
    roles.map((role) => ({ role, label: texts[role] }))
  const application: MenuItemConstructorOptions = {
    role: 'appMenu',
    label: 'Kneepoint',
    submenu: [
      ...[...entries('about'), line, ...entries('services'), line],
      ...[...entries('hide', 'hideOthers', 'unhide'), line, ...entries('quit')],
    ],
  }
  const another: MenuItemConstructorOptions = {
    label: texts.newWindow,
    accelerator: 'CmdOrCtrl+Shift+N',
    click: openAnotherWindow,
  }
  return [
    ...(isMac ? [application] : []),
    { label: texts.file, submenu: [another, line, ...entries(isMac ? 'close' : 'quit')] },
    {
      role: 'editMenu',
      label: texts.edit,
      submenu: [
        ...[...entries('undo', 'redo'), line],
        ...entries('cut', 'copy', 'paste', 'delete', 'selectAll'),
      ],
    },
    {
      role: 'viewMenu',
      label: texts.view,
      submenu: [
        ...[...entries('reload', 'toggleDevTools'), line],
        ...[...entries('resetZoom', 'zoomIn', 'zoomOut'), line, ...entries('togglefullscreen')],
      ],
    },
    {
      role: 'windowMenu',
      label: texts.window,
      submenu: isMac
        ? [...entries('minimize', 'zoom'), line, ...entries('front')]
        : entries('minimize', 'close'),
    },
  ]
}

function withoutMnemonics(texts: DesktopTexts['menu']): DesktopTexts['menu'] {
  const plain = Object.entries(texts).map(([name, text]) => [name, text.replace(/\(&.\)|&/, '')])
  return Object.fromEntries(plain) as DesktopTexts['menu']
}
