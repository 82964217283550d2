import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { measured, refused } from '../fixtures/requests.ts'
import { goodShareInterval, shareInterval } from './share-interval.ts'

const good = measured({ latencyS: 0.2 })
const slow = measured({ latencyS: 2 })
const limits = { e2el: 1000 }

function drawn(random: NumpyRandomState, count: number, share: number) {
  return Array.from({ length: count }, () => (random.double() < share ? good : slow))
}

describe('the share of good requests', () => {
  test.each([
    ['no limit was set', [good], {}],
    ['nothing was sent', [], limits],
  ])('has no interval where %s', (_, requests, limitsMs) => {
    expect(goodShareInterval(requests, limitsMs)).toBeNull()
  })

  test('is that of Wilson where one request says nothing of the next', () => {
    const requests = Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? slow : good))
    expect(goodShareInterval(requests, limits)).toEqual(shareInterval(90, 100))
  })

  test('counts failures as bad', () => {
    const requests = Array.from({ length: 20 }, () => ({ ...good, error: refused }))
    expect(goodShareInterval(requests, limits)).toEqual(shareInterval(0, 20))
  })

  test('is less sure where slow requests come together', () => {
    const requests = Array.from({ length: 400 }, (_, index) => (index % 100 < 20 ? slow : good))
    const { low, high } = goodShareInterval(requests, limits) ?? { low: 0, high: 0 }
    const alone = shareInterval(320, 400)
    expect(high - low).toBeGreaterThan(2 * (alone.high - alone.low))
  })

  test('is held by its interval in 200 runs', () => {
    const held = Array.from({ length: 200 }, (_, seed) => {
      const requests = drawn(new NumpyRandomState(seed), 500, 0.93)
      const { low, high } = goodShareInterval(requests, limits) ?? { low: 1, high: 0 }
      return low <= 0.93 && 0.93 <= high
    })
    const share = held.filter(Boolean).length / held.length
    expect(share).toBeGreaterThanOrEqual(0.9)
    expect(share).toBeLessThanOrEqual(0.99)
  })
})
