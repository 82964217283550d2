import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integerBins } from './integer-bins.ts'

test.each([
  [[], { from: 0, width: 1, counts: [] }],
  [[128, 128], { from: 128, width: 1, counts: [2] }],
  [[3, 5, 5], { from: 3, width: 1, counts: [1, 0, 2] }],
  [[0, 59], { from: 0, width: 2, counts: [1, ...new Array<number>(28).fill(0), 1] }],
])('%j', (values, bins) => {
  expect(integerBins(values)).toEqual(bins)
})

test('every value falls into one bin, and there are at most thirty', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000)), (values) => {
      const { counts } = integerBins(values)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length)
      expect(counts.length).toBeLessThanOrEqual(30)
      if (values.length > 0) expect(counts[0]).toBeGreaterThan(0)
    }),
  )
})
