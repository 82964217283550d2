// How a window is made. Isolation and sandbox are Electron's defaults: naming them could only weaken them.
import { readFileSync, writeFileSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { z } from 'zod'

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

// Where the window was when it was last closed. A file that cannot be read is no file.
const windowStateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  maximized: z.boolean(),
})

type WindowState = z.infer<typeof windowStateSchema>

export function readWindowState(file: string): WindowState | null {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

type Placed = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>

export function writeWindowState(file: string, window: Placed): void {
  const state: WindowState = {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
  }
  writeFileSync(file, JSON.stringify(state))
}

/** A display may have been unplugged since: bounds count only where some of the window would show. */
export function isVisibleOn(workAreas: readonly Rectangle[], bounds: Rectangle): boolean {
  return workAreas.some(
    (area) =>
      bounds.x < area.x + area.width &&
      bounds.x + bounds.width > area.x &&
      bounds.y < area.y + area.height &&
      bounds.y + bounds.height > area.y,
  )
}
