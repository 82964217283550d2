import { expect, test } from 'vitest'
import { summarizeRun } from '#core/stats/summarize-run.ts'
import { measured, refused } from '#core/stats/fixtures/requests.ts'
import { emptyTally, type RunTally } from './scalars.ts'
import { costScalars } from './scalars.ts'

type Case = Pick<RunTally, 'pricePerHour' | 'durationS' | 'outputTokens' | 'goodTokens'> &
  Readonly<{ all: number | null; good: number | null }>

/** 3.60 per hour is 0.001 per second. */
const cases: readonly Case[] = [
  // 10 s cost 0.01. 0.01 / 1000 × 10⁶ = 10; 0.01 / 250 × 10⁶ = 40.
  {
    ...{ pricePerHour: 3.6, durationS: 10, outputTokens: 1000, goodTokens: 250 },
    ...{ all: 10, good: 40 },
  },
  // 500 s of 7.20 per hour cost 1; a million tokens of them, half of them good.
  {
    ...{ pricePerHour: 7.2, durationS: 500, outputTokens: 1e6, goodTokens: 5e5 },
    ...{ all: 1, good: 2 },
  },
  // A server of eight GPUs at 2.70 each is 21.60 per hour, 0.006 per second: 1 s, 12,000 tokens, 8000 good ones.
  {
    ...{ pricePerHour: 8 * 2.7, durationS: 1, outputTokens: 12_000, goodTokens: 8000 },
    ...{ all: 0.5, good: 0.75 },
  },
  // Nothing kept the limits: no price is high enough.
  {
    ...{ pricePerHour: 3.6, durationS: 10, outputTokens: 1000, goodTokens: 0 },
    ...{ all: 10, good: null },
  },
  // Without limits, none is called good.
  {
    ...{ pricePerHour: 3.6, durationS: 10, outputTokens: 1000, goodTokens: null },
    ...{ all: 10, good: null },
  },
  {
    ...{ pricePerHour: null, durationS: 10, outputTokens: 1000, goodTokens: 250 },
    ...{ all: null, good: null },
  },
]

test.each(cases)(
  '$pricePerHour per hour for $durationS s, $outputTokens tokens, $goodTokens good: $all and $good',
  ({ all, good, ...known }) => {
    const tally = { ...emptyTally, ...known }
    const costs = [costScalars.costPerMillionTokens, costScalars.costPerMillionGoodTokens]
    for (const [index, expected] of [all, good].entries()) {
      const cost = costs[index]?.compute(tally) ?? null
      if (expected === null) expect(cost).toBeNull()
      else expect(cost).toBeCloseTo(expected, 9)
    }
  },
)

test('of a run, the good tokens are those of completed requests within every limit', () => {
  const requests = [
    measured({ outputTokens: 300 }),
    measured({ outputTokens: 200, ttftS: 0.1, latencyS: 5 }),
    measured({ outputTokens: 400, ttftS: 3, latencyS: 4 }),
    measured({ outputTokens: 100 }),
    measured({ outputTokens: 999, error: refused }),
  ]
  const options = { durationS: 10, percentiles: [99], client: null, pricePerHour: 3.6 }
  const summary = summarizeRun(requests, {
    ...options,
    goodputLimitsMs: { ttft: 500, e2el: 2000 },
  })
  // 1000 tokens of four requests; 400 of the first and the fourth.
  expect(summary.costPerMillionTokens).toBeCloseTo(10, 9)
  expect(summary.costPerMillionGoodTokens).toBeCloseTo(25, 9)
  const unlimited = summarizeRun(requests, { ...options, goodputLimitsMs: {} })
  expect(unlimited.costPerMillionGoodTokens).toBeNull()
})
