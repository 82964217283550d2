// Options of a new window. Isolation and sandbox keep Electron's defaults, because setting them could only weaken them.
import { readFileSync, writeFileSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { z } from 'zod'

type Size = Readonly<{ width: number; height: number }>

/** Takes the size of the work area in device-independent pixels: at 150 %, a screen of 1920 × 1080 has only 1280 × 720. */
export function windowOptions(
  preload: string,
  dark: boolean,
  area: Size = { width: Infinity, height: Infinity },
): BrowserWindowConstructorOptions {
  return {
    title: 'Kneepoint',
    width: Math.min(1440, area.width),
    height: Math.min(900, area.height),
    minWidth: Math.min(1280, area.width),
    minHeight: Math.min(800, area.height),
    show: false,
    // Linux draws the menu bar in the system's colours, regardless of the window's. Alt shows it; macOS has no menu bar in the
    // window.
    autoHideMenuBar: true,
    backgroundColor: dark ? '#16181d' : '#ffffff',
    webPreferences: { preload, spellcheck: false },
  }
}

/** Position of the window when it was last closed. Ignores an unreadable file. */
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

type WindowGeometry = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>

export function writeWindowState(file: string, window: WindowGeometry): void {
  const state: WindowState = {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
  }
  writeFileSync(file, JSON.stringify(state))
}

/** Minimum area for grabbing and moving a window, in device-independent pixels. */
const titleBar = { width: 100, height: 32 }
/** Invisible borders, which some systems include in the bounds of a window. */
const borders = 8

/** Bounds are valid only if one display shows the title bar and is large enough, because a display may have been unplugged. */
export function isVisibleOn(workAreas: readonly Rectangle[], bounds: Rectangle): boolean {
  return workAreas.some((area) => {
    const shownWidth =
      Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
    return (
      shownWidth >= titleBar.width &&
      bounds.y >= area.y - borders &&
      bounds.y + titleBar.height <= area.y + area.height &&
      bounds.width <= area.width + 2 * borders &&
      bounds.height <= area.height + 2 * borders
    )
  })
}
