// Opens a window with our page at its last position, and reloads the page after a crash.
import { BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import type { DesktopTexts } from '#core/messages/en/desktop.ts'
import { isVisibleOn, readWindowState, windowOptions, writeWindowState } from './window-options.ts'

type Page = Readonly<{
  url: string
  /** Required on Linux, which does not set an icon itself. */
  icon: string
  preload: string
  stateFile: string
  /** Texts in the current language. */
  texts: () => DesktopTexts['window']
}>

/** Offset of a second window from the first, in device-independent pixels. */
const cascadePx = 32
/** If a second crash follows within this time, shows a message instead of the page. */
const calmMs = 10_000

export function openWindow({ url, icon, preload, stateFile, texts }: Page): void {
  const below = BrowserWindow.getFocusedWindow()
  const { workAreaSize } = screen.getPrimaryDisplay()
  const options = windowOptions(preload, nativeTheme.shouldUseDarkColors, workAreaSize)
  const window = new BrowserWindow(process.platform === 'linux' ? { ...options, icon } : options)
  if (below === null) restore(window, stateFile)
  else placeBeside(window, below)
  window.once('ready-to-show', () => window.show())
  window.on('close', () => writeWindowState(stateFile, window))
  reloadAfterCrash(window, texts)
  void window.loadURL(url)
}

function restore(window: BrowserWindow, stateFile: string): void {
  const state = readWindowState(stateFile)
  if (state === null) return
  if (isVisibleOn(workAreas(), state.bounds)) window.setBounds(state.bounds)
  if (state.maximized) window.maximize()
}

/** Without an offset a second window would hide the first one completely. */
function placeBeside(window: BrowserWindow, below: BrowserWindow): void {
  const { x, y, width, height } = below.getNormalBounds()
  const bounds = { x: x + cascadePx, y: y + cascadePx, width, height }
  if (isVisibleOn(workAreas(), bounds)) window.setBounds(bounds)
}

function workAreas() {
  return screen.getAllDisplays().map((display) => display.workArea)
}

/** Reloading suffices, because everything else runs in other processes. */
function reloadAfterCrash(window: BrowserWindow, texts: Page['texts']): void {
  let crashedAtMs = -Infinity
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const isAgain = performance.now() - crashedAtMs < calmMs
    crashedAtMs = performance.now()
    if (!isAgain) return window.reload()
    const { crashedAgain: message, crashedDetail: detail, reload } = texts()
    const box = { type: 'error' as const, message, detail, buttons: [reload], noLink: true }
    void dialog.showMessageBox(window, box).then(() => window.reload())
  })
}
