import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { incompleteBeta, logGamma } from './incomplete-beta.ts'

describe('the incomplete beta function', () => {
  test.each([
    [0.3, 1, 1, 0.3],
    [0.3, 2, 1, 0.09],
    [0.3, 1, 2, 0.51],
    [0.5, 7.5, 7.5, 0.5],
    // By sums of exact fractions, the first by 2 asin(√x) / π.
    [0.2, 0.5, 0.5, 0.2951672353008665],
    [0.9, 10, 3, 0.889130022255],
    [0.01, 4, 400, 0.5733727904226557],
  ])('at %d with %d and %d is %d', (x, a, b, share) => {
    expect(incompleteBeta(x, a, b)).toBeCloseTo(share, 12)
  })

  test('rises from 0 to 1, and is its own mirror image', () => {
    const parameter = fc.double({ min: 0.5, max: 1e5, noNaN: true })
    // So that one minus it is exact too.
    const position = fc.integer({ min: 0, max: 1024 }).map((part) => part / 1024)
    fc.assert(
      fc.property(position, position, parameter, parameter, (one, other, a, b) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        const below = incompleteBeta(low, a, b)
        expect(below).toBeGreaterThanOrEqual(0)
        expect(incompleteBeta(high, a, b)).toBeGreaterThanOrEqual(below - 1e-12)
        expect(below + incompleteBeta(1 - low, b, a)).toBeCloseTo(1, 9)
      }),
    )
  })
})

test.each([
  [1, 0],
  [2, 0],
  [5, Math.log(24)],
  [0.5, Math.log(Math.PI) / 2],
  [11.5, Math.log(11_899_423.083962249)],
  [100, 359.1342053695754],
])('ln Γ(%d) is %d', (x, value) => {
  expect(logGamma(x)).toBeCloseTo(value, 12)
})
