import { expect, test } from 'vitest'
import {
  measured,
  refused,
  rejection,
  tooMany,
  unavailable,
} from '#core/stats/fixtures/requests.ts'
import { targetSummaries } from './target-summaries.ts'
import { shareOf } from './target-summary.ts'

const twoGaps = Uint32Array.of(100_000, 100_000)
/** Six requests to the first server, two to the second, none to the third, and one that was never sent. */
const requests = [
  measured({ ...{ target: 0, ttftS: 0.1, latencyS: 0.3 }, promptTokens: 10, outputTokens: 3 }),
  measured({ ...{ target: 1, ttftS: 0.5, latencyS: 2.5 }, promptTokens: 40, outputTokens: 5 }),
  measured({ ...{ target: 0, ttftS: 0.2, latencyS: 0.8 }, promptTokens: 20, outputTokens: 4 }),
  measured({ ...{ target: 0, ttftS: 0.6, latencyS: 1.8 }, promptTokens: 30, outputTokens: 5 }),
  measured({ target: 1, error: refused, promptTokens: 999, outputTokens: 999 }),
  // Completed after two rejected attempts.
  measured({
    ...{ target: 0, ttftS: 0.3, latencyS: 0.5, promptTokens: 40, outputTokens: 2 },
    ...{ interTokenLatenciesUs: twoGaps, retried: { attempts: 2, waitS: 1, tookS: 1.5 } },
  }),
  // Rejected on all of three attempts.
  measured({ target: 0, error: rejection, retried: { attempts: 2, waitS: 1, tookS: 1.5 } }),
  measured({ target: 0, error: refused }),
  measured({ error: refused }),
]

const summaries = targetSummaries(requests, { servers: 3, durationS: 4, percentiles: [50] })

test.each([
  [
    0,
    { requests: 6, completed: 4, failed: 1, rejected: 1, rejectedAttempts: 5 },
    // 10 + 20 + 30 + 40 and 3 + 4 + 5 + 2 tokens; 4 requests and 14 tokens in 4 s; 6 of 8 requests.
    {
      inputTokens: 100,
      outputTokens: 14,
      requestThroughput: 1,
      outputThroughput: 3.5,
      share: 0.75,
    },
    // 100, 200, 300 and 600 ms: the mean, the median between the middle two.
    { mean: 300, median: 250, count: 4 },
    // 300, 500, 800 and 1800 ms.
    { mean: 850, median: 650, count: 4 },
    // 200 / 2, 600 / 3, 1200 / 4 and 200 / 1 ms.
    { mean: 200, median: 200, count: 4 },
  ],
  [
    1,
    { requests: 2, completed: 1, failed: 1, rejected: 0, rejectedAttempts: 0 },
    {
      inputTokens: 40,
      outputTokens: 5,
      requestThroughput: 0.25,
      outputThroughput: 1.25,
      share: 0.25,
    },
    { mean: 500, median: 500, count: 1 },
    { mean: 2500, median: 2500, count: 1 },
    { mean: 500, median: 500, count: 1 },
  ],
  [
    2,
    { requests: 0, completed: 0, failed: 0, rejected: 0, rejectedAttempts: 0 },
    { inputTokens: 0, outputTokens: 0, requestThroughput: 0, outputThroughput: 0, share: 0 },
    { count: 0 },
    { count: 0 },
    { count: 0 },
  ],
])('server %i', (place, counts, { share, ...amounts }, ttft, e2el, tpot) => {
  const summary = summaries[place]
  expect(summary).toMatchObject({ ...counts, inputTokens: amounts.inputTokens })
  expect(summary?.outputTokens).toBe(amounts.outputTokens)
  expect(summary?.requestThroughput).toBeCloseTo(amounts.requestThroughput, 12)
  expect(summary?.outputThroughput).toBeCloseTo(amounts.outputThroughput, 12)
  expect(summary && shareOf(summary, summaries)).toBe(share)
  for (const [stats, expected] of [
    [summary?.ttft, ttft],
    [summary?.e2el, e2el],
    [summary?.tpot, tpot],
  ] as const) {
    expect(stats?.count).toBe(expected.count)
    if (!('mean' in expected)) continue
    expect(stats?.mean).toBeCloseTo(expected.mean, 6)
    expect(stats?.median).toBeCloseTo(expected.median, 6)
  }
})

test('refusals are counted by server, and a 503 is one only if that server serves others meanwhile', () => {
  const busy = measured({ ...{ target: 0, startS: 0, latencyS: 9 }, outputTokens: 2 })
  const failures = [0, 1].flatMap((target) => [
    measured({ ...{ target, startS: 5, latencyS: 0 }, error: tooMany }),
    measured({ ...{ target, startS: 6, latencyS: 0 }, error: unavailable }),
  ])
  const found = targetSummaries([busy, ...failures], { servers: 3, durationS: 9, percentiles: [] })
  expect(found.map((one) => one.refused)).toEqual([2, 1, undefined])
  expect(found.map((one) => one.failed)).toEqual([2, 2, 0])
})

test('p99 is there though it was not asked for, and the median has an interval from enough responses', () => {
  const [first] = summaries
  // Between the third and fourth of 100, 200, 300 and 600 ms: 300 + (0.99 × 3 − 2) × 300.
  expect(first?.ttft.percentiles.map(({ percentile }) => percentile)).toEqual([50, 99])
  expect(first?.ttft.percentiles[1]?.value).toBeCloseTo(591, 6)
  expect(first?.ttft.medianInterval).toBeNull()
  // 10 ms to 1 s, in an order without a trend.
  const ofHundred = Array.from({ length: 100 }, (_, index) =>
    measured({ target: 0, ttftS: (((index * 37) % 100) + 1) / 100 }),
  )
  const [hundred] = targetSummaries(ofHundred, { servers: 1, durationS: 1, percentiles: [] })
  // Of binomial(100, 0.5) 95 % lie within about 10 of 50: the 40th and 61st value.
  expect(hundred?.ttft.median).toBeCloseTo(505, 6)
  expect(hundred?.ttft.medianInterval?.low).toBeCloseTo(400, -1)
  expect(hundred?.ttft.medianInterval?.high).toBeCloseTo(610, -1)
})
