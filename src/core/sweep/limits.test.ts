import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '../model/benchmark/benchmark-fields.ts'
import type { SweepLimit } from '../model/sweep/sweep-limit.ts'
import { cutOffError, measured, refused } from '../stats/fixtures/requests.ts'
import { wholeSummary } from '../stats/fixtures/summaries.ts'
import { lackRemedies, limitOutcomes, withNeededPercentiles, type LimitOutcome } from './limits.ts'

/** Of ten requests, TTFT is 100, 200, … 1000 ms; the last `failed` of them fail, or end as given. */
function outcomeOf(
  limit: SweepLimit,
  { failed = 0, error = refused, config = {} } = {},
): LimitOutcome | undefined {
  const fields = benchmarkFieldsSchema.parse({ goodput: { ttft: 450 }, ...config })
  const requests = Array.from({ length: 10 }, (_, index) =>
    measured({
      ttftS: (index + 1) / 10,
      latencyS: 2,
      error: index >= 10 - failed ? error : null,
    }),
  )
  return limitOutcomes([limit], { summary: wholeSummary(requests, fields) })[0]
}

const ttft = (percentile: number | null, mostMs: number): SweepLimit => ({
  kind: 'latency',
  metric: 'ttft',
  percentile,
  mostMs,
})
const errors = (mostShare: number): SweepLimit => ({ kind: 'errors', mostShare })
const goodput = (leastShare: number): SweepLimit => ({ kind: 'goodput', leastShare })

describe('a limit', () => {
  test.each<[string, SweepLimit, object, Partial<LimitOutcome>]>([
    ['on a mean holds', ttft(null, 600), {}, { value: 550, held: true }],
    ['on a mean is broken', ttft(null, 500), {}, { value: 550, held: false, margin: -0.1 }],
    ['holds where it is just met', ttft(null, 550), {}, { held: true, margin: 0 }],
    ['on a median holds unasked', ttft(50, 1000), {}, { value: 550, margin: 0.45 }],
    ['on the fastest and the slowest', ttft(100, 999), {}, { value: 1000, held: false }],
    ['on a percentile asked for', ttft(99, 2000), {}, { value: 991, held: true }],
    ['on one that was not asked for', ttft(95, 1), {}, { held: null, lack: 'percentile' }],
    ['is kept by no run without an answer', ttft(99, 1e9), { failed: 10 }, { held: false }],
    ['on errors holds', errors(0.2), { failed: 2 }, { value: 0.2, held: true, margin: 0 }],
    ['on errors is broken', errors(0.1), { failed: 2 }, { value: 0.2, held: false }],
    [
      'on errors is not broken by a cancel',
      errors(0.1),
      { failed: 2, error: cutOffError },
      { value: 0, held: true },
    ],
    ['on goodput holds', goodput(0.4), {}, { value: 0.4, held: true, margin: 0 }],
    ['on goodput counts failures as bad', goodput(0.4), { failed: 7 }, { value: 0.3, held: false }],
    ['on goodput wants goals', goodput(0.4), { config: { goodput: {} } }, { lack: 'goodput' }],
  ])('%s', (_, limit, circumstances, expected) => {
    const outcome = outcomeOf(limit, circumstances)
    const { value, margin, ...rest } = expected
    expect(outcome).toMatchObject(rest)
    if (value !== undefined) expect(outcome?.value).toBeCloseTo(value ?? NaN, 6)
    if (margin !== undefined) expect(outcome?.margin).toBeCloseTo(margin ?? NaN, 6)
  })

  test('that a run cannot show has a remedy', () => {
    const { lack } = outcomeOf(ttft(95, 1)) ?? {}
    expect(lackRemedies[lack ?? 'values']).toContain('--metric-percentiles')
  })

  test('on what responses do not have differs from one that was not requested', () => {
    const config = benchmarkFieldsSchema.parse({})
    const single = measured({ outputTokens: 1, interTokenLatenciesUs: new Uint32Array() })
    const limit: SweepLimit = { kind: 'latency', metric: 'tpot', percentile: null, mostMs: 1 }
    const run = { config, summary: wholeSummary([single], config) }
    expect(limitOutcomes([limit], run)[0]?.lack).toBe('values')
  })
})

test('a benchmark asks for the percentiles its limits speak of, once', () => {
  const limits = [ttft(95, 1), ttft(95, 2), ttft(99, 1), ttft(null, 1), errors(0)]
  expect(withNeededPercentiles({ metricPercentiles: [99] }, limits)).toEqual({
    metricPercentiles: [99, 95],
  })
  const enough = { metricPercentiles: [95, 99] }
  expect(withNeededPercentiles(enough, limits)).toBe(enough)
})
