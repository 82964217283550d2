// Gets a browser for the stories: one that is here, else one from Playwright, else the system's package.
import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser.ts'
import { runTool } from './tool.ts'

/** Path of its program; null when every way failed. */
export async function obtainBrowser(): Promise<string | null> {
  const here = findBrowser()
  if (here !== null) return here
  console.log('No Chromium found; asking Playwright for one …')
  await runTool('@playwright/test:playwright', ['install', 'chromium'])
  return findBrowser() ?? fromSystemPackages()
}

function fromSystemPackages(): string | null {
  if (process.getuid?.() !== 0) return null
  console.log('Playwright could not; asking apt-get …')
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', args, { stdio: 'inherit' })
  }
  return findBrowser()
}
