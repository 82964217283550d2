// Opens an address in the user's browser if there is a display. The address contains a token, and every user of the machine can
// read a program's arguments, so the browser receives a file that redirects, which only its owner can read.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

type Opener = readonly [program: string, ...args: string[]]

const openers: Partial<Record<NodeJS.Platform, Opener>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

const longestStartMs = 60_000

/**
 * Writes the file to a new folder inside `folder`. Returns a function that removes it; it is also removed after a minute. Ignores
 * failures, because the address is printed as well.
 */
export function openBrowser(url: string, folder: string): () => void {
  const opener = openers[process.platform]
  if (opener === undefined || !hasDesktop()) return () => undefined
  const own = mkdtempSync(path.join(folder, 'open-'))
  const page = path.join(own, 'kneepoint.html')
  writeFileSync(page, redirectTo(url), { mode: 0o600, flag: 'wx' })
  const remove = () => rmSync(own, { recursive: true, force: true })
  const [program, ...args] = opener
  const child = spawn(program, [...args, pathToFileURL(page).href], {
    stdio: 'ignore',
    detached: true,
  })
  child.on('error', remove)
  child.unref()
  setTimeout(remove, longestStartMs).unref()
  return remove
}

export function hasDesktop(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, KNEEPOINT_NO_BROWSER } = process.env
  if (KNEEPOINT_NO_BROWSER) return false
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

function redirectTo(url: string): string {
  const { href } = new URL(url)
  const address = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
    `<meta http-equiv="refresh" content="0; url=${address}"><title>Kneepoint</title>` +
    `<a href="${address}">Kneepoint</a>\n`
  )
}
