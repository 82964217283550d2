import { describe, expect, test } from 'vitest'
import { binomialQuantile, binomialShare, studentReach, studentShare } from './distributions.ts'

describe('Student’s t', () => {
  // As printed in every table of it.
  test.each([
    [0.95, 1, 12.7062],
    [0.95, 2, 4.3027],
    [0.95, 9, 2.2622],
    [0.95, 29, 2.0452],
    [0.99, 4, 4.6041],
    [0.9, 120, 1.6577],
    [0.95, 1e7, 1.96],
  ])('with %d lies within ± the table’s value for %d degrees of freedom', (...row) => {
    const [confidence, degrees, reach] = row
    expect(studentReach(confidence, degrees)).toBeCloseTo(reach, 4)
  })

  test.each([1, 5, 40])('is even with %d degrees of freedom', (degrees) => {
    expect(studentShare(0, degrees)).toBe(0.5)
    expect(studentShare(1.3, degrees) + studentShare(-1.3, degrees)).toBeCloseTo(1, 12)
  })
})

describe('a number of successes', () => {
  test.each([
    [0, 3, 0.5, 1 / 8],
    [1, 3, 0.5, 4 / 8],
    [3, 3, 0.5, 1],
    [-1, 3, 0.5, 0],
    [2, 10, 0.1, 0.9298091736],
  ])('at most %d of %d at a chance of %d', (successes, trials, chance, share) => {
    expect(binomialShare(successes, { trials, chance })).toBeCloseTo(share, 12)
  })

  test.each([1, 20, 5000])('of %d: a quantile is the least count that reaches its share', (n) => {
    const trials = { trials: n, chance: 0.99 }
    for (const share of [0.025, 0.5, 0.975]) {
      const count = binomialQuantile(share, trials)
      expect(binomialShare(count, trials)).toBeGreaterThanOrEqual(share)
      expect(binomialShare(count - 1, trials)).toBeLessThan(share)
    }
  })
})
