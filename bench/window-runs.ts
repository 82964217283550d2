// How long a user waits in a window with ten thousand stored runs: to see them, to find some, to sort, to compare two.
//   npm run build && node bench/window-runs.ts
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { fillWithRuns, manyRuns } from '../tests/soak/many-runs.ts'
import { inWindow } from './window/in-window.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-window-runs-'))
fillWithRuns(path.join(folder, 'kneepoint.db'))
await inWindow(folder, lookThrough)

async function lookThrough(page: Page): Promise<void> {
  const row = (name: string) => page.getByRole('link', { name, exact: true })
  const filter = page.getByRole('searchbox')
  const table = page.getByRole('table')
  const rows = (count: number) =>
    table.and(page.locator(`[aria-rowcount="${count + 1}"]`)).waitFor()
  await reported('first runs in sight', async () => {
    await page.getByRole('link', { name: 'Results' }).first().click()
    await row('nightly 1').waitFor()
  })
  // The one the copies were made of has three others beside it, and one that was imported.
  await reported(`all ${manyRuns} there`, () => rows(manyRuns + 5))
  await reported('one found', async () => {
    await filter.fill('nightly 7777')
    await rows(1)
  })
  await reported('a thousand found', async () => {
    await filter.fill('week-1 qwen')
    await row('nightly 7777').waitFor({ state: 'detached' })
  })
  await filter.fill('')
  await rows(manyRuns + 5)
  await reported('sorted by name', async () => {
    await table.getByRole('button', { name: 'Name', exact: true }).click()
    await row('cut short').waitFor()
  })
  await reported('scrolled to the end', async () => {
    await page.locator('.runs-scroller').evaluate((node) => node.scrollTo(0, node.scrollHeight))
    await row('the first').waitFor()
  })
  await reported('one opened', async () => {
    await row('the first').click()
    await page.getByRole('tab').first().waitFor()
  })
  await page.getByRole('link', { name: 'Results' }).first().click()
  await row('nightly 1').waitFor()
  await reported('two compared', async () => {
    for (const name of ['nightly 1', 'nightly 10']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    }
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByRole('table').first().waitFor()
  })
}

async function reported(what: string, act: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  await act()
  console.log(`${what}: ${Math.round(performance.now() - startedMs)} ms`)
}
