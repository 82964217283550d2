// Opens a window on our page, where the last one was.
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { isVisibleOn, readWindowState, windowOptions, writeWindowState } from './window-options.ts'

type Page = { readonly url: string; readonly preload: string; readonly stateFile: string }

export function openWindow({ url, preload, stateFile }: Page): void {
  const window = new BrowserWindow(windowOptions(preload, nativeTheme.shouldUseDarkColors))
  restore(window, stateFile)
  window.once('ready-to-show', () => window.show())
  window.on('close', () => writeWindowState(stateFile, window))
  void window.loadURL(url)
}

function restore(window: BrowserWindow, stateFile: string): void {
  const state = readWindowState(stateFile)
  if (state === null) return
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  if (isVisibleOn(workAreas, state.bounds)) window.setBounds(state.bounds)
  if (state.maximized) window.maximize()
}
