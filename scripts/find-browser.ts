// Finds a Chromium on this machine: the one named, one on the PATH, or the one Playwright keeps.
import { chromium } from '@playwright/test'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Path of its program; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env['KNEEPOINT_BROWSER']
  if (named !== undefined && named !== '') return named
  const candidates = [...onPath(), chromium.executablePath()]
  return candidates.find(isExecutable) ?? null
}

function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
