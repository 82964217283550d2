// From a list of rates to a curve, and from the curve to files for elsewhere.
import { expect, test } from '../fixtures.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { fill, heading } from '../pages/shell.ts'
import {
  cell,
  composeSweep,
  estimate,
  openSweepFile,
  unfold,
} from '../pages/sweep-composer-page.ts'
import { pointRows, runSweep } from '../pages/sweep-page.ts'

const curve = /Time to first token/
const rates = [4, 16, 64]
/** Whole numbers of requests, and never fewer than the ten a point needs at least. */
const secondsPerPoint = 2.5

test('sweep three rates, read the curve, take it along', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await runSweep(window, { name: 'Three rates', rates: rates.join(', '), secondsPerPoint })

  await expect(pointRows(window)).toHaveCount(rates.length)
  await expect(window.getByRole('img', { name: curve })).toBeVisible()

  const points = parseCsv(await saveThrough(window, 'Export', 'Points as CSV'))
  expect(points.map((point) => Number(point['request_rate']))).toEqual(rates)
  expect(points.map((point) => Number(point['completed']))).toEqual(
    rates.map((rate) => rate * secondsPerPoint),
  )
  expect(Math.min(...points.map((point) => Number(point['p99_ttft_ms'])))).toBeGreaterThan(0)

  const results = parseJson(await saveThrough(window, 'Export', 'Results as JSON'))
  expect(results).toMatchObject(rates.map((rate) => ({ request_rate: rate, failed: 0 })))

  const picture = await saveThrough(window, /^Save or copy: Time to first token/, 'Save as PNG')
  expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
})

test('compose three lengths by three rates, twice, with a limit, and leave one cell out', async ({
  window,
}) => {
  await startSimulator(window, 'My simulator')
  await composeSweep(window)
  await fill(window, {
    'Request rates': '20, 40, 80',
    'Seconds per point': '0.5',
    'Output length': '4',
    'Name of the sweep': 'Nine cells',
  })
  await unfold(window, 'Limits')
  await window.getByRole('button', { name: 'Add a limit' }).click()
  await fill(window, { 'Value of limit 1': '800' })
  await unfold(window, 'What else varies')
  await window.getByRole('button', { name: 'Vary a flag' }).click()
  await window.getByRole('combobox', { name: 'Flag 1 of axis 1' }).fill('random-input-len')
  await fill(window, { 'Values of flag 1 of axis 1': '8, 16, 32' })
  await unfold(window, 'How it is run')
  await fill(window, { Repeats: '2' })
  await expect(estimate(window, 'Load points')).toHaveText('9 × 2')

  await unfold(window, 'Cells')
  const first = cell(window, 'random-input-len 8', 20)
  await first.focus()
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('ArrowDown')
  await expect(cell(window, 'random-input-len 16', 40)).toBeFocused()
  await window.keyboard.press('Space')
  await expect(cell(window, 'random-input-len 16', 40)).toHaveAttribute('aria-pressed', 'false')
  await expect(window.getByText('8 of 9 are measured')).toBeVisible()
  await expect(estimate(window, 'Load points')).toHaveText('8 × 2')

  const file = await saveThrough(window, 'File', 'Save as JSON')
  expect(parseJson(file)).toMatchObject({
    name: 'Nine cells',
    servers: [{ simulator: 'quick', name: 'My simulator' }],
    axes: [{ 'random-input-len': [8, 16, 32] }],
    limits: ['p95 ttft <= 800 ms'],
    ...{ repeats: 2, omit: ['0/1/40/none'] },
  })

  await window.getByRole('button', { name: 'Start the sweep' }).click()
  await expect(heading(window, 'Nine cells')).toBeVisible()
  await expect(window.getByRole('button', { name: 'Delete this sweep' })).toBeVisible()
  const points = parseCsv(await saveThrough(window, 'Export', 'Points as CSV'))
  expect(points).toHaveLength(8 * 2)
})

test('open a sweep file, and take it along as a command of vLLM', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await composeSweep(window)
  await openSweepFile(window, 'docs/examples/server-flags.yaml')
  await expect(window.getByText('gpu-03')).toBeVisible()
  await expect(window.getByRole('textbox', { name: 'Name of the sweep' })).toHaveValue(
    'Batch sizes under chat load',
  )
  await expect(window.getByText('80 of 96 are measured')).toBeVisible()
  await expect(window.getByRole('textbox', { name: 'Values of flag 1 of axis 2' })).toHaveValue(
    '64, 128, 256',
  )
  await window.getByRole('button', { name: 'File', exact: true }).click()
  await window.getByRole('menuitem', { name: 'As a command of vLLM…' }).click()
  const dialog = window.getByRole('dialog')
  await expect(dialog.locator('pre')).toContainText('vllm bench sweep serve')
  await expect(dialog.getByRole('button', { name: 'serve-params.json' })).toBeVisible()
  await expect(dialog.getByText('It knows no limits')).toBeVisible()
})
