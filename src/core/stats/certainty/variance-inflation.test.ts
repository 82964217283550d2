import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { varianceInflation } from './share-interval.ts'

/** Each value keeps a share of the one before it: the sum of its correlations is known. */
function series(kept: number, seed: number, length = 20_000): Float64Array {
  const random = new NumpyRandomState(seed)
  let value = 0
  return Float64Array.from({ length }, () => (value = kept * value + random.gaussian()))
}

describe('the inflation of the variance', () => {
  test.each([0, 0.3, 0.6, 0.9])(
    'is (1 + k) / (1 − k) where each keeps %d of the one before',
    (kept) => {
      const truth = (1 + kept) / (1 - kept)
      for (const seed of [1, 2, 3]) {
        expect(varianceInflation(series(kept, seed)) / truth).toBeGreaterThan(0.75)
        expect(varianceInflation(series(kept, seed)) / truth).toBeLessThan(1.25)
      }
    },
  )

  test('of a long series is found from means of neighbours', () => {
    expect(varianceInflation(series(0.6, 1, 200_000)) / 4).toBeGreaterThan(0.9)
    expect(varianceInflation(series(0.6, 1, 200_000)) / 4).toBeLessThan(1.1)
    expect(varianceInflation(new Float64Array(200_000).fill(1))).toBe(1)
  })

  test('is 1 where high and low take turns, and where nothing changes', () => {
    expect(varianceInflation(Float64Array.from({ length: 100 }, (_, i) => i % 2))).toBe(1)
    expect(varianceInflation(new Float64Array(100).fill(4))).toBe(1)
    expect(varianceInflation(new Float64Array())).toBe(1)
  })
})
