// How long a reader waits in a window with ten thousand stored runs: to see them, to find some, to sort, to compare two.
//   npm run build && node bench/window-runs.ts
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.ts'
import { fillWithRuns, manyRuns } from '../tests/soak/many-runs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-window-runs-'))
fillWithRuns(path.join(folder, 'kneepoint.db'))
const server = spawn(process.execPath, ['out/cli/main.js', 'web', '--no-open'], {
  env: { ...process.env, KNEEPOINT_DATA: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(await printedAddress())
  await lookThrough(page)
} finally {
  await browser.close()
  server.kill('SIGINT')
  rmSync(folder, { recursive: true })
}

async function lookThrough(page: Page): Promise<void> {
  const row = (name: string) => page.getByRole('link', { name, exact: true })
  const filter = page.getByRole('searchbox')
  const table = page.getByRole('table')
  const rows = (count: number) =>
    table.and(page.locator(`[aria-rowcount="${count + 1}"]`)).waitFor()
  await told('first runs in sight', async () => {
    await page.getByRole('link', { name: 'Results' }).first().click()
    await row('nightly 1').waitFor()
  })
  // The one the copies were made of has three others beside it, and one that was imported.
  await told(`all ${manyRuns} there`, () => rows(manyRuns + 5))
  await told('one found', async () => {
    await filter.fill('nightly 7777')
    await rows(1)
  })
  await told('a thousand found', async () => {
    await filter.fill('week-1 qwen')
    await row('nightly 7777').waitFor({ state: 'detached' })
  })
  await filter.fill('')
  await rows(manyRuns + 5)
  await told('sorted by name', async () => {
    await table.getByRole('button', { name: 'Name', exact: true }).click()
    await row('cut short').waitFor()
  })
  await told('scrolled to the end', async () => {
    await page.locator('.runs-scroller').evaluate((node) => node.scrollTo(0, node.scrollHeight))
    await row('the first').waitFor()
  })
  await told('one opened', async () => {
    await row('the first').click()
    await page.getByRole('tab').first().waitFor()
  })
  await page.getByRole('link', { name: 'Results' }).first().click()
  await row('nightly 1').waitFor()
  await told('two compared', async () => {
    for (const name of ['nightly 1', 'nightly 10']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    }
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByRole('table').first().waitFor()
  })
}

async function told(what: string, act: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  await act()
  console.log(`${what}: ${Math.round(performance.now() - startedMs)} ms`)
}

async function printedAddress(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/\S+/.exec(line)
    if (address !== null) return address[0]
  }
  throw new Error('kneepoint web ended without printing an address')
}
