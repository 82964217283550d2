import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedDurations } from '../durations/durations.ts'
import { fewestValuesFor, percentileInterval, rankedInterval } from './percentile-interval.ts'

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

  // scipy 1.17.1: quantile_test(range(1, n + 1), p=percentile / 100).confidence_interval(0.95).
  test.each([
    [6, 50, 1, 6],
    [8, 50, 1, 8],
    [12, 50, 3, 10],
    [20, 50, 6, 15],
    [40, 10, 1, 9],
    [36, 90, 29, 36],
    [40, 90, 32, 40],
    [72, 95, 64, 72],
    [100, 95, 90, 100],
    [368, 99, 360, 368],
    [500, 99, 490, 500],
  ])('of %d independent values at p%d has the ranks of scipy', (count, percentile, low, high) => {
    const ranked = { count, at: (rank: number) => rank + 1 }
    expect(rankedInterval(ranked, { percentile, independent: count })).toEqual({ low, high })
  })

  test('of a few values in a few stretches ends among them', () => {
    const values = Float64Array.of(
      14.6,
      14.4,
      14.9,
      15.1,
      14.7,
      14.8,
      14.5,
      15,
      14.6,
      14.9,
      14.7,
      14.8,
    )
    // By a count of 12, the median would be known to 76 %.
    expect(percentileInterval(values, 50, { stretches: 2 })).toEqual({ low: 14.4, high: 15.1 })
    // Uneven works count for fewer.
    const even = Float64Array.from({ length: 100 }, (_, at) => 100 + at)
    const reachOf = (unevenness: number) => {
      const { low = 0, high = 0 } = percentileInterval(even, 50, { stretches: 2, unevenness }) ?? {}
      return high - low
    }
    expect(reachOf(4) / reachOf(1)).toBeCloseTo(2, 0)
    const tail = percentileInterval(
      Float64Array.from({ length: 40 }, (_, i) => 14 + i / 40),
      90,
      { stretches: 2 },
    )
    expect(tail?.low).toBe(14)
    // The tail is assumed to be exponential.
    expect(tail?.high).toBeGreaterThan(15)
  })

  test('lies within the values on every side that is no tail', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 1000, noNaN: true }), {
          minLength: 6,
          maxLength: 120,
        }),
        fc.constantFrom(5, 10, 25, 50, 75, 90, 95),
        fc.integer({ min: 1, max: 40 }),
        (listed, percentile, stretches) => {
          const values = Float64Array.from(listed)
          const interval = percentileInterval(values, percentile, { stretches })
          if (interval === null) return
          const [least, most] = [Math.min(...listed), Math.max(...listed)]
          if (percentile > 10) expect(interval.low).toBeGreaterThanOrEqual(least)
          if (percentile < 90) expect(interval.high).toBeLessThanOrEqual(most)
          expect(interval.low).toBeLessThanOrEqual(interval.high)
        },
      ),
    )
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

  test('has ends if the values of the tail came first, where they fill no batch', () => {
    const values = Float64Array.from({ length: 383 }, (_, index) => (index < 5 ? 10 : 1))
    const interval = percentileInterval(values, 99)
    expect(interval?.high).toBeGreaterThanOrEqual(10)
    expect(interval?.high).toBeLessThan(Infinity)
  })

  test('of a tail that lies in the first round is as certain as a burst of it', () => {
    const values = Float64Array.from({ length: 400 }, (_, at) =>
      at < 32 ? 1 + at / 32 : 0.05 + ((at * 37) % 100) / 1000,
    )
    const errors = { work: 0.02, pace: 0.01, paceOfFirsts: 0.01, gap: 0.01, degrees: 20 }
    const round = { stretches: 20, share: 0.08, errors }
    const { low = 0, high = 0 } = percentileInterval(values, 99, round) ?? {}
    const found = listedDurations(values).at(395)
    // The error of 32 of 400 requests, and that of their ranks.
    const reach = 1.96 * 1.1 * 0.02 * Math.sqrt(400 / 32)
    expect(Math.log(high / found)).toBeGreaterThan(0.9 * reach)
    expect(Math.log(high / found)).toBeLessThan(1.5 * reach)
    expect(low).toBeLessThan(found)
    values[399] = 3
    expect(percentileInterval(values, 99, round)?.high).toBeGreaterThan(1.5 * high)
  })

  test('of values that are all the same is that value', () => {
    expect(percentileInterval(new Float64Array(500).fill(7), 99)).toEqual({ low: 7, high: 7 })
  })

  test('of a median ends at values, also where they come from few moments', () => {
    // TPOT of 229 responses between 14.4 and 15.1 ms, in 11 stretches of which one lies below the median.
    const values = Float64Array.from({ length: 229 }, (_, index) =>
      index < 40 ? 14.4 : 14.8 + (0.3 * ((index * 37) % 229)) / 229,
    )
    const { low, high } = percentileInterval(values, 50, { stretches: 11 }) ?? { low: 0, high: 0 }
    expect(low).toBeGreaterThanOrEqual(14.4)
    expect(high).toBeLessThanOrEqual(15.1)
  })
})
