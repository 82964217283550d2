// From a list of rates to a curve, and from the curve to files for elsewhere.
import { expect, test } from '../fixtures.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
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
