import { expect, test } from 'vitest'
import type { TransportGap } from '#core/stats/calibration/transport-check.ts'
import { crossCheckText } from './cross-check-table.ts'

test('a cross-check as a table', () => {
  const ttft: TransportGap = {
    latency: 'ttft',
    statistic: 'mean',
    native: 50_120.4,
    other: 50_245.6,
    gap: 125.2,
    reach: 31.6,
    nativeError: 120.1,
    otherError: 245,
  }
  const itl: TransportGap = {
    latency: 'itl',
    statistic: 'p99',
    native: 20_060,
    other: 20_031,
    gap: -29,
    reach: 60,
    nativeError: 0.2,
    otherError: -28.9,
  }
  const place = { streams: 64, eventsPerS: 1000, requests: 128, rounds: 6, gaps: [ttft, itl] }
  expect(crossCheckText(place)).toBe(
    `64 streams, 1000 events/s: 6 runs of 128 requests over each transport, in turns. All in µs.
           native  undici  undici − native  error of  error of
                             95 % interval    native    undici
──────────────────────────────────────────────────────────────
mean TTFT  50,120  50,246        +125 ± 32      +120      +245
p99 ITL    20,060  20,031         -29 ± 60         0       -29`,
  )
})
