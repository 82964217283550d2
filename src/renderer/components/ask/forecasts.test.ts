import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { runForecast } from './forecasts.ts'

const run = { id: 'a', name: 'Nightly' }

function forecast(reach: number | null, estimatedDurationS: number | null = 60): readonly string[] {
  const goal = { reach: 0.2, requests: 1480 }
  const precision = { ...{ metric: 'ttft' as const, percentile: 99 }, reach, goal, run }
  const preview = { requests: 480, estimatedDurationS, precision }
  return runForecast({ preview, secondsHeld: null }, t).slice(-2)
}

test('a stored run forecasts the width of an interval, and the length for a narrower one', () => {
  expect(forecast(0.352)).toEqual([
    expect.stringMatching(/^Judging by the run “Nightly”: p99 TTFT to within about ±\s35\s%\.$/),
    expect.stringMatching(/^±\s20\s% needs 1,480 requests, about 3:05\.$/),
  ])
})

test('an interval wider than five times its figure has words instead of a percentage', () => {
  expect(forecast(2.5)[0]).toMatch(/to within about ±\s250\s%\.$/)
  expect(forecast(128)[0]).toMatch(/to within about a factor above 5\.$/)
})

test('a percentile that the requests do not show has a length only', () => {
  const [, needed] = forecast(null, null)
  expect(needed).toMatch(
    /^Judging by the run “Nightly”: p99 TTFT to within about ±\s20\s% needs 1,480 requests\.$/,
  )
})

test('nothing is forecast without a stored run', () => {
  const preview = { requests: 480, estimatedDurationS: 60, precision: null }
  expect(runForecast({ preview, secondsHeld: null }, t).join(' ')).not.toContain('±')
})
