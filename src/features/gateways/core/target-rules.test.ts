import { type MetricStats, unmeasured } from '#core/model/run/metric-stats.ts'
import type { TargetSummary } from './target-summary.ts'
import { exampleTarget } from './target-summary.test-support.ts'
import { expect, test } from 'vitest'
import { failingTarget, fullTarget, unequalTargets } from './target-rules.ts'

function latency(median: number, reach = 0.02): TargetSummary['ttft'] {
  const stats: MetricStats = { ...unmeasured, count: 100, mean: median, median }
  const medianInterval = { low: median * (1 - reach), high: median * (1 + reach) }
  return { ...stats, medianInterval }
}

const latencies = { ttft: latency(100), tpot: latency(10), e2el: latency(1000) }
const target = (changes: Partial<TargetSummary> = {}) => exampleTarget({ ...latencies, ...changes })

test.each([
  { targets: [target(), target()], found: null },
  {
    targets: [target(), target({ failed: 50 })],
    found: { url: 2, failed: 50, requests: 100, share: 0.5, othersFailed: 0 },
  },
  // Refusals of a full server apart.
  {
    targets: [target(), target({ failed: 50, refused: 20 })],
    found: { url: 2, failed: 30, share: 0.3 },
  },
  // One failure in a hundred is no matter of a server.
  { targets: [target(), target({ failed: 1 })], found: null },
  // Where all fail, it is none either: `errors` reports that.
  { targets: [target({ failed: 40 }), target({ failed: 50 })], found: null },
  { targets: [target({ requests: 0 }), target({ failed: 3 })], found: { url: 2 } },
])('a server that fails alone: $found', ({ targets, found }) => {
  const evidence = failingTarget(targets)
  if (found === null) expect(evidence).toBeNull()
  else expect(evidence).toMatchObject(found)
})

test.each([
  { targets: [target(), target({ failed: 1, refused: 1 })], found: null },
  {
    targets: [target({ requestThroughput: 4 }), target({ failed: 30, refused: 30 })],
    found: {
      url: 2,
      turnedAway: 30,
      requests: 100,
      share: 0.3,
      othersTurnedAway: 0,
      othersPerS: 4,
    },
  },
  // Likewise with retries.
  { targets: [target({ rejected: 20 }), target(), target()], found: { url: 1, othersPerS: 2 } },
  { targets: [target({ rejected: 20 }), target({ failed: 30, refused: 30 })], found: null },
])('a server that is full alone did not fail: $found', ({ targets, found }) => {
  const evidence = fullTarget(targets)
  if (found === null) expect(evidence).toBeNull()
  else expect(evidence).toMatchObject(found)
  expect(failingTarget(targets)).toBeNull()
})

test.each([
  { targets: [target(), target()], found: null },
  // The latency that differs most.
  {
    targets: [target({ tpot: latency(15), e2el: latency(1200) }), target(), target()],
    found: { slowUrl: 1, fastUrl: 2, tpotSlowdownShare: 0.5 },
  },
  {
    targets: [target({ ttft: latency(18_000) }), target()],
    found: { slowUrl: 1, fastUrl: 2, ttftSlowdownShare: 179, slowdownFactor: 180 },
  },
  // Below a tenth, or within the intervals of the medians.
  { targets: [target({ ttft: latency(109) }), target()], found: null },
  { targets: [target({ ttft: latency(130, 0.3) }), target()], found: null },
  {
    targets: [target({ ttft: { ...latency(300), medianInterval: null } }), target()],
    found: null,
  },
  {
    targets: [target({ requests: 300 }), target()],
    found: { mostUrl: 1, leastUrl: 2, mostShare: 0.75, leastShare: 0.25 },
  },
  // By chance.
  { targets: [target({ requests: 12 }), target({ requests: 8 })], found: null },
])('servers that are unequal: $found', ({ targets, found }) => {
  const evidence = unequalTargets(targets)
  if (found === null) expect(evidence).toBeNull()
  else {
    expect(Object.keys(evidence ?? {})).toEqual(Object.keys(found))
    for (const [name, value] of Object.entries(found)) expect(evidence?.[name]).toBeCloseTo(value)
  }
})
