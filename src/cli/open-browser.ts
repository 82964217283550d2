// Opens an address in the user's browser where there is a display.
import { spawn } from 'node:child_process'

type Opener = readonly [program: string, ...args: string[]]

const openers: Partial<Record<NodeJS.Platform, Opener>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

/** Whatever goes wrong is no failure: the address is printed as well. */
export function openBrowser(url: string): void {
  const opener = openers[process.platform]
  if (opener === undefined || !hasDesktop()) return
  const [program, ...args] = opener
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

export function hasDesktop(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, KNEEPOINT_NO_BROWSER } = process.env
  if (KNEEPOINT_NO_BROWSER) return false
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}
