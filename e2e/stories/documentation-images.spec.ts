// The images of the documentation that show measurements, taken on request from those that were measured once:
// `KNEEPOINT_SCREENSHOTS=1 playwright test documentation-images accessible-views`. Look at each.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { saveThrough } from '../pages/saved-file.ts'

test.use({ seeded: true, locale: 'en-US', timezoneId: 'UTC' })
test.skip(process.env['KNEEPOINT_SCREENSHOTS'] !== '1', 'images are taken on request')

const views = [
  { name: 'start', place: '/', themes: ['light'] },
  { name: 'results', place: '/results', themes: ['light'] },
  { name: 'sweep', place: seeded.knee, themes: ['light', 'dark'] },
  { name: 'run', place: seeded.steady, themes: ['light', 'dark'] },
] as const

test('the answers of the seed are photographed', async ({ window, folder }) => {
  await window.clock.setFixedTime(new Date('2026-11-24T12:00:00Z'))
  for (const { name, place, themes } of views) {
    for (const colorScheme of themes) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await openPlace(window, place)
      await window.reload()
      await drawn(window)
      await photograph(window, `${name}-${colorScheme}`)
    }
  }
  await photographReport(window, folder)
  await photographComparison(window)
})

/** The same rate on a server that takes 24 requests at once, and on one that takes 8. */
async function photographComparison(window: Page): Promise<void> {
  await openPlace(window, '/results')
  await window.getByRole('searchbox').fill('20 req/s')
  for (const name of ['Where is the knee?', 'With 8 sequences at once'])
    await window.getByRole('checkbox', { name: `Select ${name}: random, 20 req/s` }).check()
  await window.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect(window.getByRole('img', { name: /Time to first token/ }).first()).toBeVisible()
  await photograph(window, 'comparison-light')
}

/** The page of the sweep, as a stranger opens it. */
async function photographReport(window: Page, folder: string): Promise<void> {
  await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openPlace(window, seeded.knee)
  const { bytes } = await saveThrough(window, 'Export', 'Report as a page (HTML)')
  const file = join(folder, 'report.html')
  await writeFile(file, bytes)
  const page = await window.context().newPage()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(pathToFileURL(file).href)
  await photograph(page, 'report-light')
  await page.close()
}

async function drawn(window: Page): Promise<void> {
  await expect(window.locator('main').getByRole('heading').first()).toBeVisible()
  await window.evaluate(() => document.fonts.ready)
  await window.waitForTimeout(1500)
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `docs/images/${name}.png` })
}

test(
  'the desktop program is photographed',
  { tag: '@desktop-only' },
  async ({ desktop, window }) => {
    await openPlace(window, seeded.knee)
    await drawn(window)
    const png = await desktop.electron.evaluate(
      async ({ BrowserWindow, desktopCapturer, screen }, titleBarPx) => {
        const thumbnailSize = screen.getPrimaryDisplay().size
        const [display] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize })
        const bounds = BrowserWindow.getAllWindows()[0]?.getBounds()
        if (display === undefined || bounds === undefined) throw new Error('there is no window')
        const { x, y, width, height } = bounds
        const framed = { x, y: y - titleBarPx, width, height: height + titleBarPx }
        return display.thumbnail.crop(framed).toPNG().toString('base64')
      },
      20,
    )
    await writeFile('docs/images/desktop-light.png', Buffer.from(png, 'base64'))
  },
)
