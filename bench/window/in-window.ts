// A window as the web transport of the stories opens it, on a folder made for it, which goes when it is closed.
import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { startWeb } from '../../e2e/transports/web.ts'
import { findBrowser } from '../../scripts/find-browser.ts'

export async function inWindow(folder: string, act: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const app = await startWeb({ folder, browser: context })
  try {
    await act(await app.openWindow())
  } finally {
    await app.close()
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}
