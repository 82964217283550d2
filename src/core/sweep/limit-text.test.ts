import { describe, expect, test } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { inEnglish } from '../messages/message.ts'
import { sweepLimitSchema, type SweepLimit } from '#core/model/sweep.ts'
import { anyLimit } from './file/any-sweep-file.test-support.ts'
import { limitText, parseLimit, readLimit } from './limit-text.ts'

describe('a limit', () => {
  test.each<[string, SweepLimit]>([
    ['p95 ttft <= 300 ms', { name: 'ttft', percentile: 95, bound: 300 }],
    ['p99.9 E2EL < 2.5s', { name: 'e2el', percentile: 99.9, bound: 2500 }],
    ['median itl ≤ 40ms', { name: 'itl', percentile: 50, bound: 40 }],
    ['mean tpot <= 50 ms', { name: 'tpot', percentile: null, bound: 50 }],
    ['errors <= 1 %', { name: 'failedShare', percentile: null, bound: 0.01 }],
    ['errors <= 0', { name: 'failedShare', percentile: null, bound: 0 }],
    ['goodput >= 90%', { name: 'goodShare', percentile: null, bound: 0.9 }],
    ['goodput ≥ 0.95', { name: 'goodShare', percentile: null, bound: 0.95 }],
    ['mean-power-w < 1.2 kW', { name: 'meanPowerW', percentile: null, bound: 1200 }],
    ['imbalance <= 1.3', { name: 'imbalance', percentile: null, bound: 1.3 }],
    [
      'output throughput >= 5000 tok/s',
      { name: 'outputThroughput', percentile: null, bound: 5000 },
    ],
    ['request_goodput >= 12', { name: 'requestGoodput', percentile: null, bound: 12 }],
    ['cached share >= 80 %', { name: 'cachedShare', percentile: null, bound: 0.8 }],
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

  test.each([
    ['p95 latency <= 300 ms', /^is on no figure: p95 latency .*ttft.*imbalance/],
    ['goodput <= 90 %', /^must be "goodput >= …": more of it is better/],
    ['p95 ttft >= 300 ms', /^must be "p95 ttft <= …": less of it is better/],
    ['p95 ttft <= 300', /^ttft cannot have the bound 300 Write it as "p95 ttft <= 300 ms"/],
    ['imbalance <= 2 W', /^imbalance cannot have the bound 2 W/],
    ['fast', /^is not a limit: "fast"/],
  ])('%j is refused with what is wrong', (text, said) => {
    const read = readLimit(text)
    if (!('message' in read)) throw new Error('It was read.')
    expect(`${inEnglish(read.message)} ${inEnglish(read.remedy)}`).toMatch(said)
  })

  test.each<[object, SweepLimit]>([
    [
      { kind: 'latency', metric: 'ttft', percentile: null, mostMs: 300 },
      { name: 'ttft', percentile: null, bound: 300 },
    ],
    [
      { kind: 'errors', mostShare: 0.01 },
      { name: 'failedShare', percentile: null, bound: 0.01 },
    ],
    [
      { kind: 'goodput', leastShare: 0.9 },
      { name: 'goodShare', percentile: null, bound: 0.9 },
    ],
    [
      { kind: 'cachedShare', leastShare: 0.8 },
      { name: 'cachedShare', percentile: null, bound: 0.8 },
    ],
  ])('of an earlier version is read from %j', (stored, limit) => {
    expect(sweepLimitSchema.parse(stored)).toEqual(limit)
  })

  test('is written as it is read', () => {
    expectRoundTrip(anyLimit, (limit) => parseLimit(limitText(sweepLimitSchema.parse(limit))))
  })
})
