// From lists of lengths and rates to a curve, from the curve to an answer, and from there to files for elsewhere.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ask, openHow } from '../pages/ask-page.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { readReport } from '../pages/report-page.ts'
import { importFile } from '../pages/results-page.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { fill, heading, openFold } from '../pages/shell.ts'
import {
  addLimit,
  cell,
  composeSweep,
  estimate,
  listLoads,
  openSweepFile,
  setLimit,
  unfold,
  varyFlag,
} from '../pages/sweep-composer-page.ts'
import { chooseCell, pointRows, sweepAnswer, sweepIsOver } from '../pages/sweep-page.ts'

const lengths = [8, 32]
const rates = [20, 80] as const
const cells = lengths.length * rates.length
const secondsPerPoint = 0.5
const repeats = 2
/** The rate of each point, in their order. */
const asked = Array.from({ length: repeats * lengths.length }, () => rates).flat()
const requests = asked.reduce((sum, rate) => sum + rate * secondsPerPoint, 0)
/** What a page must never run. */
const name = 'Knee </script><img src=x onerror=alert(1)>'

test('compose two lengths by two rates, twice, with a limit; read, compare and take along', async ({
  window,
  folder,
  browser,
}) => {
  await startSimulator(window, 'My simulator')
  await test.step('compose', () => composeCells(window))
  await test.step('leave a cell out and take it in again', () => switchCell(window))
  await test.step('run', () => runToItsEnd(window))
  await test.step('look at it from every side', () => lookFromEverySide(window))
  await test.step('save its table, its runs and its pictures', () => saveFigures(window))
  await test.step('open its bundle', () => openBundle(window, name))
  await test.step('read its report from disk', async () => {
    const page = await saveThrough(window, 'Export', 'Report as a page (HTML)')
    expect(page.name).toBe('Knee-script-img-src-x-onerror-alert-1.html')
    const file = join(folder, page.name)
    await writeFile(file, page.bytes)
    const firstPoint = `${rates[0] * secondsPerPoint} completed, 0 failed`
    await readReport(browser, { file, name, highestRate: String(rates.at(-1)), firstPoint })
  })
  await test.step('compare two of its cells, and make one again', () => compareAndRepeat(window))
})

async function composeCells(window: Page): Promise<void> {
  await composeSweep(window)
  await listLoads(window, { rates: rates.join(', '), secondsPerPoint })
  await fill(window, {
    'Output length': '4',
    'Name of the result': name,
  })
  await addLimit(window, '5000')
  await varyFlag(window, 'random-input-len', lengths.join(', '))
  await unfold(window, 'Execution')
  await fill(window, { Repeats: String(repeats) })
  await expect(estimate(window, 'Load points')).toHaveText(`${cells} × ${repeats}`)
}

async function switchCell(window: Page): Promise<void> {
  await unfold(window, 'Cells')
  const last = cell(window, 'random-input-len 32', 80)
  await cell(window, 'random-input-len 8', 20).focus()
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('ArrowDown')
  await expect(last).toBeFocused()
  await window.keyboard.press('Space')
  await expect(last).toHaveAttribute('aria-pressed', 'false')
  await expect(window.getByText(`${cells - 1} of ${cells} are measured`)).toBeVisible()
  await expect(estimate(window, 'Load points')).toHaveText(`${cells - 1} × ${repeats}`)
  expect(parseJson(await saveThrough(window, 'File', 'Save as JSON'))).toMatchObject({
    servers: [{ simulator: 'quick', name: 'My simulator' }],
    axes: [{ 'random-input-len': lengths }],
    limits: ['p95 ttft <= 5000 ms'],
    ...{ name, repeats, omit: ['0/1/80/none'] },
  })
  await last.press('Space')
  await expect(estimate(window, 'Load points')).toHaveText(`${cells} × ${repeats}`)
}

async function runToItsEnd(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, name)).toBeVisible()
  await sweepIsOver(window)
  await expect(pointRows(window)).toHaveCount(cells)
}

async function lookFromEverySide(window: Page): Promise<void> {
  await expect(window.getByRole('img', { name: 'Time to first token' })).toBeVisible()
  await pointRows(window).first().click()
  const limits = window.getByRole('list', { name: 'Limits' })
  await expect(limits).toContainText(/p95 TTFT ≤\s5.00\ss: (\d.*, met|not known)/)

  await openFold(window, 'Heat map')
  await expect(window.getByRole('img', { name: 'Heat map' })).toBeVisible()
  await window.getByRole('button', { name: 'Show as table: Heat map' }).click()
  const rows = window.getByRole('region', { name: 'Heat map' }).getByRole('row')
  await expect(rows).toHaveCount(1 + cells)
  await expect(rows.filter({ hasText: 'random-input-len 32' })).toHaveCount(rates.length)

  await openFold(window, 'Pareto')
  const pareto = window.getByRole('img', { name: 'Throughput versus speed per user' })
  await expect(pareto).toBeVisible()
  await openFold(window, 'Settings')
  await expect(window.getByRole('img', { name: 'Settings' })).toBeVisible()

  await openFold(window, 'Compare')
  const longest = window.getByRole('table', { name: 'random-input-len 32' })
  await expect(longest.getByRole('row', { name: /^20 / })).toContainText(`${repeats} / ${repeats}`)
  expect(await seriousProblems(window)).toEqual([])

  await openFold(window, 'Sizing')
  await expect(window.getByText('At the highest output that meets every limit.')).toBeVisible()
  await expect(window.getByRole('term').filter({ hasText: 'Concurrent users' })).toHaveCount(
    lengths.length,
  )

  await openFold(window, 'Log')
  const log = window.getByRole('table', { name: 'Log of the sweep' })
  await expect(log.getByText(/^The sweep is complete/)).toBeVisible()
}

async function saveFigures(window: Page): Promise<void> {
  const rows = parseCsv(await saveThrough(window, 'Export', 'Points as CSV'))
  const rate = (row: Readonly<Record<string, string>>) => Number(row['request_rate'])
  expect(rows.map(rate)).toEqual(asked)
  expect(rows.map((row) => Number(row['completed']) / rate(row))).toEqual(
    asked.map(() => secondsPerPoint),
  )
  expect(Math.min(...rows.map((row) => Number(row['p95_ttft_ms'])))).toBeGreaterThan(0)
  // A busy machine can make a run unusable, and such a run does not show whether a limit holds.
  const held = rows.map((row) => (row['verdict'] === 'not-usable' ? '' : 'true'))
  expect(rows.map((row) => row['held: p95 ttft <= 5000 ms'])).toEqual(held)

  const saved = parseCsv(await saveThrough(window, 'Export', 'Every request as CSV'))
  expect(saved).toHaveLength(requests)
  const series = parseCsv(await saveThrough(window, 'Export', 'Series over time as CSV'))
  expect(series.filter((row) => row['label'] === 'client').length).toBeGreaterThan(20)
  const results = parseJson(await saveThrough(window, 'Export', 'Results as JSON'))
  expect(results).toMatchObject(asked.map((each) => ({ request_rate: each, failed: 0 })))
  const summary = (await saveThrough(window, 'Export', 'Summary as Markdown')).bytes.toString()
  expect(summary).toContain(`\n| ${asked.length} | `)

  const menu = /^Save or copy: Time to first token/
  const image = await saveThrough(window, menu, 'Save as PNG')
  expect(image.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  const drawing = await saveThrough(window, menu, 'Save as SVG')
  expect(drawing.bytes.toString()).toContain('random-input-len 32')
}

async function openBundle(window: Page, sweep: string): Promise<void> {
  const bundle = await saveThrough(window, 'Export', 'Bundle for another Kneepoint')
  expect(gunzipSync(bundle.bytes).toString()).toMatch(/^\{"kind":"kneepoint-bundle","version":1/)
  const outcome = await importFile(window, bundle)
  await expect(
    outcome.getByText(`1 sweep. ${asked.length} runs were imported before.`),
  ).toBeVisible()
  await window.goBack()
  await expect(heading(window, sweep)).toBeVisible()
}

async function compareAndRepeat(window: Page): Promise<void> {
  await chooseCell(window, 'random-input-len 8 · 20/s')
  await chooseCell(window, 'random-input-len 8 · 80/s')
  await window.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
  const figures = window.getByRole('table', { name: 'Metrics of the runs' })
  await expect(figures.getByRole('row', { name: /^request throughput/ })).toContainText(
    /\+[\d,.]+\s%/,
  )
  const settings = window.getByRole('table', { name: 'Differences in settings' })
  await expect(settings.getByRole('row', { name: /--request-rate/ })).toContainText('2080')

  await figures.getByRole('link').first().click()
  await window.getByRole('button', { name: 'Run again' }).click()
  await window.getByRole('menuitem', { name: 'Unchanged, on My simulator' }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
  await expect(figures.getByRole('link', { name: /, again$/ })).toBeVisible()
  await expect(window.getByText('No difference is recorded between these runs.')).toBeVisible()
}

test('pause a sweep, go on, cancel it; it says so', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await composeSweep(window)
  await unfold(window, 'Execution')
  await listLoads(window, { rates: '20', secondsPerPoint: 0.5 })
  await fill(window, {
    Repeats: '100',
    ...{ 'Input length': '8', 'Output length': '4', 'Name of the result': 'Without end' },
  })
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, 'Without end')).toBeVisible()
  await window.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(window.getByText(/^Paused after \d+ points?\.$/)).toBeVisible()
  await window.getByRole('button', { name: 'Resume' }).click()
  await window.getByRole('button', { name: 'Cancel the sweep' }).click()
  await sweepIsOver(window)
  await openFold(window, 'Log')
  const log = window.getByRole('table', { name: 'Log of the sweep' })
  await expect(log.getByText(/^Paused/)).toBeVisible()
  await expect(log.getByText(/^Resumed/)).toBeVisible()
  await expect(window.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('search for a capacity, and read the answer', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await ask(window, 'How much load?')
  await openHow(window)
  await fill(window, {
    ...{ From: '40', 'Up to': '80', 'Max runs': '3', 'Seconds per point': '0.5' },
    ...{ 'Input length': '8', 'Output length': '4', 'Name of the result': 'How much' },
  })
  await setLimit(window, '5000')
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await sweepIsOver(window)
  // Which load it is depends on what else this machine does; where that strains the client, none holds.
  await expect(sweepAnswer(window).getByText(/^(No c|C)apacity/)).toBeVisible()
  await expect(sweepAnswer(window)).toContainText(/\d+ runs?: /)
})

test(
  'open a sweep file, and take it along as a command of vLLM',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await composeSweep(window)
    await openSweepFile(window, 'docs/examples/server-flags.yaml')
    await expect(window.getByText('gpu-03')).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Name of the result' })).toHaveValue(
      'Batch sizes under chat load',
    )
    await expect(window.getByText('80 of 96 are measured')).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Values of flag 1 of axis 2' })).toHaveValue(
      '64, 128, 256',
    )
    await window.getByRole('button', { name: 'File', exact: true }).click()
    await window.getByRole('menuitem', { name: 'As a vLLM command…' }).click()
    const dialog = window.getByRole('dialog')
    await expect(dialog.locator('pre')).toContainText('vllm bench sweep serve')
    await expect(dialog.getByRole('button', { name: 'serve-params.json' })).toBeVisible()
    await expect(dialog.getByText('It has no limits')).toBeVisible()
  },
)
