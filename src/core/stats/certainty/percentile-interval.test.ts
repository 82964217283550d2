import { describe, expect, test } from 'vitest'
import { fewestValuesFor, percentileInterval } from './percentile-interval.ts'

/** 1 … n in an order without any pattern. */
function shuffled(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, index) => ((index * 7919) % n) + 1)
}

describe('the fewest values for a percentile', () => {
  test.each([
    [50, 6],
    [90, 36],
    [95, 72],
    [99, 368],
    [99.9, 3688],
    [1, 368],
  ])('p%d takes %d', (percentile, count) => {
    expect(fewestValuesFor(percentile)).toBe(count)
  })

  test('are enough that both ends are values, and no fewer', () => {
    expect(percentileInterval(shuffled(368), 99)).not.toBeNull()
    expect(percentileInterval(shuffled(367), 99)).toBeNull()
  })
})

describe('the interval of a percentile', () => {
  // For the median of 100, tables of order statistics name the 40th and the 61st.
  test.each([
    [100, 50, { low: 40, high: 61 }],
    [1000, 99, { low: 983, high: 997 }],
  ])('of %d values at p%d lies between the ranks of the tables', (n, percentile, interval) => {
    expect(percentileInterval(shuffled(n), percentile)).toEqual(interval)
  })

  test('is wider where neighbours resemble each other', () => {
    const values = shuffled(1000)
    const doubled = Float64Array.from({ length: 4000 }, (_, index) => values[index >> 2] ?? 0)
    const width = (of: Float64Array) => {
      const { low, high } = percentileInterval(of, 50) ?? { low: 0, high: 0 }
      return high - low
    }
    expect(width(doubled)).toBeGreaterThan(
      1.5 * width(Float64Array.from({ length: 4000 }, (_, i) => values[i % 1000] ?? 0)),
    )
  })

  test('of values that are all the same is that value', () => {
    expect(percentileInterval(new Float64Array(500).fill(7), 99)).toEqual({ low: 7, high: 7 })
  })

  test('of a median ends at values, also where they come from few moments', () => {
    // TPOT of 229 responses between 14.4 and 15.1 ms, in 11 stretches of which one lies below the median.
    const values = Float64Array.from({ length: 229 }, (_, index) =>
      index < 40 ? 14.4 : 14.8 + (0.3 * ((index * 37) % 229)) / 229,
    )
    const { low, high } = percentileInterval(values, 50, 11) ?? { low: 0, high: 0 }
    expect(low).toBeGreaterThanOrEqual(14.4)
    expect(high).toBeLessThanOrEqual(15.1)
  })
})
