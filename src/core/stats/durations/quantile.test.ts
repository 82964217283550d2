import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedDurations } from './durations.ts'
import { quantileS } from './quantile.ts'

const probability = fc.double({ min: 0, max: 1, noNaN: true })
const sortedValues = fc
  .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
  .map((values) => Float64Array.from(values).sort())

describe('quantileS', () => {
  test.each([
    { values: [], at: 0.5, expected: 0 },
    { values: [7], at: 0.99, expected: 7 },
    { values: [1, 2], at: 0.5, expected: 1.5 },
    { values: [1, 2, 3, 4], at: 0.25, expected: 1.75 },
    { values: [1, 2, 3, 4], at: 0.99, expected: 3.97 },
    { values: [1, 2, 3, 4], at: 0, expected: 1 },
    { values: [1, 2, 3, 4], at: 1, expected: 4 },
  ])('of $values at $at is $expected', ({ values, at, expected }) => {
    expect(quantileS(listedDurations(Float64Array.from(values)), at)).toBeCloseTo(expected, 12)
  })

  test('grows with the probability and stays within the values', () => {
    fc.assert(
      fc.property(sortedValues, probability, probability, (values, a, b) => {
        const durations = listedDurations(values)
        const lower = quantileS(durations, Math.min(a, b))
        const upper = quantileS(durations, Math.max(a, b))
        expect(lower).toBeGreaterThanOrEqual(values[0] ?? NaN)
        expect(upper).toBeGreaterThanOrEqual(lower - 1e-9)
        expect(upper).toBeLessThanOrEqual(values.at(-1) ?? NaN)
      }),
    )
  })
})
