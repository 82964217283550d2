// How a window is made. Isolation and sandbox are Electron's defaults: naming them could only weaken them.
import type { BrowserWindowConstructorOptions } from 'electron'

export function windowOptions(preload: string, dark: boolean): BrowserWindowConstructorOptions {
  return {
    title: 'Kneepoint',
    width: 1440,
    height: 900,
    minWidth: 1280,
    minHeight: 800,
    show: false,
    backgroundColor: dark ? '#16181d' : '#ffffff',
    webPreferences: { preload, spellcheck: false },
  }
}
