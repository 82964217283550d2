import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productInterval, ratioInterval } from './interval.ts'

type Factor = Parameters<typeof ratioInterval>[0]

function between(low: number, value: number, high: number): Factor {
  return { value, interval: { low, high } }
}

/** Known to within less than a factor of a thousand either way. */
const factor = fc
  .tuple(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), ...ends())
  .map(([value, below, above]) => between(value / below, value, value * above))

function ends() {
  const reach = fc.double({ min: 1, max: 1e3, noNaN: true })
  return [reach, reach] as const
}

describe('an interval of', () => {
  test('a product of which one side is exact is as wide as the other', () => {
    const { low, high } = productInterval(between(3, 3, 3), between(8, 10, 20))
    expect(low).toBeCloseTo(24, 9)
    expect(high).toBeCloseTo(60, 9)
  })

  test('a ratio adds what both may be off as errors are', () => {
    // By the logarithm one reaches 3 ln 2 down and the other 4 ln 2 up: together 5 ln 2.
    const ratio = ratioInterval(between(1, 8, 8), between(1, 1, 16))
    expect(ratio?.low).toBeCloseTo(8 / 32, 9)
    expect(ratio?.high).toBeCloseTo(8, 9)
  })

  test.each<[string, Factor, Factor, object | null]>([
    ['nothing by something', between(0, 0, 2), between(1, 2, 4), { low: 0, high: 2 }],
    ['what may be nothing', between(0, 1, 2), between(2, 2, 2), { low: 0 }],
    ['what may be less than nothing', between(-1, 1, 2), between(2, 2, 2), { low: 0 }],
    ['something by what may be nothing', between(1, 2, 3), between(0, 1, 2), null],
  ])('a ratio of %s', (_, dividend, divisor, expected) => {
    const found = ratioInterval(dividend, divisor)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })

  test('a ratio holds it, is never below 0, and turned round is its inverse', () => {
    fc.assert(
      fc.property(factor, factor, (one, other) => {
        const ratio = ratioInterval(one, other)
        const back = ratioInterval(other, one)
        if (ratio === null || back === null) return false
        expect(ratio.low).toBeGreaterThan(0)
        expect(ratio.low).toBeLessThanOrEqual((one.value / other.value) * (1 + 1e-9))
        expect(ratio.high).toBeGreaterThanOrEqual((one.value / other.value) * (1 - 1e-9))
        expect(ratio.low * back.high).toBeCloseTo(1, 6)
        return true
      }),
    )
  })
})
