// The page of a report, read from disk by a browser alone: no complaint, no request, and every choice is drawn.
import { pathToFileURL } from 'node:url'
import { expect, type Browser, type Page } from '@playwright/test'
import { seriousProblems } from './accessibility.ts'

export type ReportedSweep = Readonly<{
  file: string
  name: string
  /** Of its heaviest load, as its table writes it. */
  highestRate: string
  /** As its first point shows it. */
  firstPoint: string
}>

export async function readReport(browser: Browser, report: ReportedSweep): Promise<void> {
  const stranger = await browser.newContext({ colorScheme: 'light' })
  const page = await stranger.newPage()
  const complaints = collectComplaints(page)
  await page.goto(pathToFileURL(report.file).href)
  await expect(page.getByRole('heading', { level: 1, name: report.name })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Simulated')
  await askCurve(page)
  await askTable(page, report)
  await readInEveryLight(page)
  expect(complaints).toEqual([])
  await stranger.close()
  await readWithoutScripts(browser, report)
}

/** The text and one drawing of each kind are there all the same. */
async function readWithoutScripts(browser: Browser, { file }: ReportedSweep): Promise<void> {
  const still = await browser.newContext({ javaScriptEnabled: false })
  const page = await still.newPage()
  await page.goto(pathToFileURL(file).href)
  await expect(page.locator('#curve').getByRole('img')).toBeVisible()
  await expect(page.locator('#curve select').first()).toBeHidden()
  await expect(page.getByRole('img', { name: 'Requests over time' })).toBeVisible()
  await still.close()
}

function collectComplaints(page: Page): readonly string[] {
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
  return complaints
}

async function askCurve(page: Page): Promise<void> {
  const curve = page.locator('#curve')
  const drawn = () => curve.locator('svg').innerHTML()
  const before = await drawn()
  await curve.getByLabel('Latency').selectOption('e2el')
  await expect(curve.getByRole('img', { name: /^p\d+ E2EL/ })).toBeVisible()
  expect(await drawn()).not.toBe(before)
  const mark = curve.locator('[data-key]').last()
  await expect(mark.locator('title')).toContainText('req/s')
  await mark.dispatchEvent('pointermove', { clientX: 40, clientY: 40 })
  await expect(page.locator('#facts')).toContainText('req/s')
  // Of what lies above it, a click on its outline is sure to hit nothing.
  await mark.dispatchEvent('click')
  await expect(pointTable(page).locator('tr[aria-selected="true"]')).toHaveCount(1)
}

async function askTable(page: Page, { highestRate, firstPoint }: ReportedSweep): Promise<void> {
  const table = pointTable(page)
  await table.getByRole('button', { name: /^Rate/ }).click()
  await table.getByRole('button', { name: /^Rate/ }).click()
  await expect(table.locator('tbody tr').first()).toContainText(highestRate)
  await table.getByRole('button', { name: '1', exact: true }).click()
  await expect(page.locator('#detail')).toContainText(firstPoint)
  await expect(page.getByRole('img', { name: 'Requests over time' })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Throughput, concurrency and TTFT over time' }),
  ).toBeVisible()
}

async function readInEveryLight(page: Page): Promise<void> {
  expect(await seriousProblems(page), 'the report').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousProblems(page, 'colours'), 'the report in the dark').toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(pointTable(page)).toBeVisible()
}

function pointTable(page: Page) {
  return page.getByRole('table').first()
}
