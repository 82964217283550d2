import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { quietClient } from '../fixtures/client-health.ts'
import { measured } from '../fixtures/requests.ts'
import { wholeSummary } from '../fixtures/summaries.ts'
import { figureOf } from '../figure-of.ts'
import { clientShiftMs } from './client-shift.ts'

/** Gaps of 20 ms that vary by 1 ms; one read in `oneIn` is late by 15 ms. With and without those late reads. */
function runs(oneIn: number) {
  const random = new NumpyRandomState(3)
  const config = { ...defaultBenchmarkConfig, metricPercentiles: [50, 90, 99] }
  const lagsUs: number[] = []
  const firstsUs: number[] = []
  const requests = Array.from({ length: 200 }, (_, at) => {
    const lags = Array.from({ length: 41 }, () => (random.double() < 1 / oneIn ? 15_000 : 0))
    lagsUs.push(...lags)
    firstsUs.push(lags[0] ?? 0)
    const gaps = Array.from({ length: 40 }, () => 20_000 + 1000 * random.gaussian())
    const made = (late: readonly number[]) => {
      const seen = gaps.map((gap, index) => gap + (late[index + 1] ?? 0) - (late[index] ?? 0))
      const ttftS = 0.2 + 0.02 * (at % 7) + (late[0] ?? 0) / 1e6
      return measured({
        startS: at / 10,
        ttftS,
        latencyS: ttftS + seen.reduce((sum, gap) => sum + gap, 0) / 1e6,
        outputTokens: 41,
        interTokenLatenciesUs: Uint32Array.from(seen, Math.round),
      })
    }
    return { late: made(lags), true: made(lags.map(() => 0)) }
  })
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
  const p99 = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(0.99 * of.length)]
  const client = {
    ...quietClient,
    readLagMeanUs: mean(lagsUs),
    readLagP99Us: p99(lagsUs) ?? 0,
    firstTokenLagMeanUs: mean(firstsUs),
    firstTokenLagP99Us: p99(firstsUs) ?? 0,
  }
  return {
    late: wholeSummary(
      requests.map((one) => one.late),
      config,
      client,
    ),
    true: wholeSummary(
      requests.map((one) => one.true),
      config,
      client,
    ),
  }
}

const statistics = [
  { metric: 'ttft', percentile: null },
  { metric: 'ttft', percentile: 50 },
  { metric: 'ttft', percentile: 99 },
  { metric: 'itl', percentile: null },
  { metric: 'itl', percentile: 50 },
  { metric: 'itl', percentile: 99 },
  { metric: 'e2el', percentile: null },
  { metric: 'e2el', percentile: 90 },
] as const

test.each([20, 50])(
  'one read in %i that is late shifts each figure by what is said of it',
  (oneIn) => {
    const { late, true: truth } = runs(oneIn)
    for (const statistic of statistics) {
      const { metric, percentile } = statistic
      const seenMs = figureOf(late.metrics[metric], percentile) ?? NaN
      const trueMs = figureOf(truth.metrics[metric], percentile) ?? NaN
      const shiftMs = clientShiftMs(late, statistic)
      // The estimate covers the true shift, up to a tenth of the lag, and is not much more than twice as large.
      expect(seenMs - trueMs, `${metric} ${percentile}`).toBeLessThan(shiftMs + 1.5)
      expect(shiftMs, `${metric} ${percentile}`).toBeLessThan(2 * Math.abs(seenMs - trueMs) + 3)
    }
  },
)

test('late reads of gaps leave TTFT as it is', () => {
  const { late } = runs(50)
  const client = { ...quietClient, readLagP99Us: 36_000 }
  expect(clientShiftMs({ ...late, client }, { metric: 'ttft', percentile: 99 })).toBe(0)
  expect(clientShiftMs({ ...late, client }, { metric: 'itl', percentile: 99 })).toBeGreaterThan(10)
  expect(clientShiftMs({ ...late, client: null }, { metric: 'itl', percentile: 99 })).toBe(0)
})
