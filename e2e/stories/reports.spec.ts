// A sweep that is over leaves the window in every form there is, and its page is read where nobody knows Kneepoint.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { importFile, runRows } from '../pages/results-page.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo } from '../pages/shell.ts'
import { runSweep } from '../pages/sweep-page.ts'

const rates = [4, 16, 64]
const secondsPerPoint = 2.5
/** What a page must never run. */
const badName = 'Knee </script><img src=x onerror=alert(1)>'

test('a sweep is taken along in every form', async ({ window, folder, browser }) => {
  await startSimulator(window, 'My simulator')
  await runSweep(window, { name: badName, rates: rates.join(', '), secondsPerPoint })

  const page = await saveThrough(window, 'Export', 'Report as a page (HTML)')
  expect(page.name).toBe('Knee-script-img-src-x-onerror-alert-1.html')
  const file = join(folder, page.name)
  await writeFile(file, page.bytes)

  const points = parseCsv(await saveThrough(window, 'Export', 'Points as CSV'))
  expect(points.map((point) => Number(point['request_rate']))).toEqual(rates)
  const requests = parseCsv(await saveThrough(window, 'Export', 'Every request as CSV'))
  expect(requests).toHaveLength(rates.reduce((sum, rate) => sum + rate * secondsPerPoint, 0))
  const series = parseCsv(await saveThrough(window, 'Export', 'Series over time as CSV'))
  expect(series.filter((row) => row['label'] === 'client').length).toBeGreaterThan(50)
  expect(parseJson(await saveThrough(window, 'Export', 'Results as JSON'))).toMatchObject(
    rates.map((rate) => ({ request_rate: rate })),
  )
  const summary = (await saveThrough(window, 'Export', 'Summary as Markdown')).bytes.toString()
  expect(summary).toContain('\n| 3 | 64 | ')

  const bundle = await saveThrough(window, 'Export', 'Bundle for another Kneepoint')
  expect(gunzipSync(bundle.bytes).toString()).toMatch(/^\{"kind":"kneepoint-bundle","version":1/)
  await expect(
    (await importFile(window, bundle)).getByText('1 sweep. 3 were imported before.'),
  ).toBeVisible()
  await goTo(window, 'Results')
  await expect(runRows(window)).toHaveCount(rates.length)

  const stranger = await browser.newContext({ colorScheme: 'light' })
  await readReport(await stranger.newPage(), file)
  await stranger.close()
})

/** From disk: no complaint, no request, and every chart answers. */
async function readReport(page: Page, file: string): Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()))
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message())
    void dialog.dismiss()
  })
  page.on(
    'request',
    (request) => request.url().startsWith('file:') || complaints.push(request.url()),
  )
  await page.goto(pathToFileURL(file).href)
  await expect(page.getByRole('heading', { level: 1, name: badName })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Simulated')

  const curve = page.locator('#curve')
  const drawn = () => curve.locator('svg').innerHTML()
  const before = await drawn()
  await curve.getByLabel('Latency').selectOption('e2el')
  await expect(curve.getByRole('img', { name: /^p99 E2EL/ })).toBeVisible()
  expect(await drawn()).not.toBe(before)
  await curve.locator('.dot').first().hover()
  await expect(page.getByRole('status')).toContainText('4 req/s')
  await curve.locator('.dot').last().click()

  const table = page.getByRole('table').first()
  await expect(table.locator('tr[aria-selected="true"] th')).toHaveText('3')
  await table.getByRole('button', { name: /^Rate/ }).click()
  await table.getByRole('button', { name: /^Rate/ }).click()
  await expect(table.locator('tbody th').first()).toHaveText('3')
  await table.getByRole('button', { name: '1', exact: true }).click()
  await expect(page.locator('#detail')).toContainText('10 completed, 0 failed')
  await expect(page.locator('#detail svg')).toHaveCount(4)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousProblems(page), `the report, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  await expect(table).toBeVisible()
  expect(complaints).toEqual([])
}
