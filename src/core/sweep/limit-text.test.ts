import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sweepLimitSchema, type SweepLimit } from '../model/sweep/sweep-limit.ts'
import { anyLimit } from './file/any-sweep-file.test-support.ts'
import { limitText, parseLimit } from './limits.ts'

describe('a limit', () => {
  test.each<[string, SweepLimit]>([
    ['p95 ttft <= 300 ms', { kind: 'latency', metric: 'ttft', percentile: 95, mostMs: 300 }],
    ['p99.9 E2EL < 2.5s', { kind: 'latency', metric: 'e2el', percentile: 99.9, mostMs: 2500 }],
    ['median itl ≤ 40ms', { kind: 'latency', metric: 'itl', percentile: 50, mostMs: 40 }],
    ['mean tpot <= 50 ms', { kind: 'latency', metric: 'tpot', percentile: null, mostMs: 50 }],
    ['errors <= 1 %', { kind: 'errors', mostShare: 0.01 }],
    ['errors <= 0', { kind: 'errors', mostShare: 0 }],
    ['goodput >= 90%', { kind: 'goodput', leastShare: 0.9 }],
    ['goodput ≥ 0.95', { kind: 'goodput', leastShare: 0.95 }],
  ])('is read from %j', (text, limit) => {
    expect(parseLimit(text)).toEqual(limit)
  })

  test.each([
    'ttft',
    'p95 ttft <= 300',
    'p195 ttft <= 300 ms',
    'p95 ttft <= 0 ms',
    'p95 ttft >= 300 ms',
    'p95 latency <= 300 ms',
    'errors >= 1 %',
    'errors <= 101 %',
    'goodput <= 90 %',
  ])('is not read from %j', (text) => {
    expect(parseLimit(text)).toBeNull()
  })

  test('is written as it is read', () => {
    fc.assert(
      fc.property(anyLimit, (limit) => {
        expect(parseLimit(limitText(sweepLimitSchema.parse(limit)))).toEqual(limit)
      }),
    )
  })
})
