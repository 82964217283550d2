import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedDurations } from './durations/durations.ts'
import { metricStats } from './metric-stats.ts'

function statsOf(valuesS: Float64Array, percentiles: readonly number[] = []) {
  return metricStats(listedDurations(valuesS), percentiles)
}

describe('metricStats', () => {
  test('converts seconds to milliseconds', () => {
    const { std, ...stats } = statsOf(Float64Array.of(0.5, 0.25, 0.75), [50, 100])
    expect(std).toBeCloseTo(204.12414523193152, 9)
    expect(stats).toEqual({
      count: 3,
      mean: 500,
      median: 500,
      min: 250,
      max: 750,
      percentiles: [
        { percentile: 50, value: 500 },
        { percentile: 100, value: 750 },
      ],
    })
  })

  test('is all zero for no values', () => {
    expect(statsOf(new Float64Array(), [99])).toEqual({
      count: 0,
      mean: 0,
      median: 0,
      std: 0,
      min: 0,
      max: 0,
      percentiles: [{ percentile: 99, value: 0 }],
    })
  })

  test('leaves the values in their order', () => {
    const values = Float64Array.of(3, 1, 2)
    statsOf(values)
    expect([...values]).toEqual([3, 1, 2])
  })

  test('a million equal values have no spread and their own mean', () => {
    const stats = statsOf(new Float64Array(1e6).fill(0.1))
    expect(stats.mean).toBeCloseTo(100, 9)
    expect(stats.std).toBeCloseTo(0, 9)
  })

  test('orders its own figures', () => {
    // Whole microseconds, as records hold them: squares of much smaller numbers vanish.
    const duration = fc.integer({ min: 0, max: 1e10 }).map((us) => us / 1e6)
    const durations = fc.array(duration, { minLength: 1 })
    fc.assert(
      fc.property(durations, (values) => {
        const { median, mean, std, ...ends } = statsOf(Float64Array.from(values))
        const [min, max] = [Number(ends.min), Number(ends.max)]
        const slack = 1e-9 * max
        expect(min).toBeLessThanOrEqual(median)
        expect(median).toBeLessThanOrEqual(max)
        expect(mean).toBeGreaterThanOrEqual(min - slack)
        expect(mean).toBeLessThanOrEqual(max + slack)
        expect(std).toBeLessThanOrEqual((max - min) / 2 + slack)
      }),
    )
  })
})
