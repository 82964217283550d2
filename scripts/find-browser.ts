// Finds a Chromium on this machine: the one named, one on the PATH, or the one Playwright keeps.
import { chromium } from '@playwright/test'
import { isExecutable, onThePath } from './executables.ts'

/** The headless one first: stories take a sixth less of the processor with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Path of its program; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env['KNEEPOINT_BROWSER']
  if (named !== undefined && named !== '') return named
  const found = names.map(onThePath).find((program) => program !== null)
  if (found !== undefined) return found
  const kept = chromium.executablePath()
  return isExecutable(kept) ? kept : null
}
