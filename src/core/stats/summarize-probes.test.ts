import { expect, test } from 'vitest'
import { summarizeProbes } from './metric-stats.ts'

test.each([
  [[7000], { medianMs: 7, p99Ms: 7, maxMs: 7 }],
  [[1000, 3000], { medianMs: 2, p99Ms: 2.98, maxMs: 3 }],
  [
    Array.from({ length: 101 }, (_, i) => (100 - i) * 1000),
    { medianMs: 50, p99Ms: 99, maxMs: 100 },
  ],
  [[], null],
])('probes of %j µs', (latenciesUs, e2el) => {
  const summary = summarizeProbes({ latenciesUs, failed: 2 })
  expect(summary).toEqual({ completed: latenciesUs.length, failed: 2, e2el })
})
