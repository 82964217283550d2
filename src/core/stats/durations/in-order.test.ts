import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrderOf, quantileOf, sortedOf, valuesAt } from './in-order.ts'

/** Enough for the radix sort; few distinct values, so that many are equal. */
const many = fc.integer({ min: 32_768, max: 33_000 })
const seconds = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 40 })
const any = fc.array(fc.double(), { minLength: 1, maxLength: 40 })

const lists = fc
  .tuple(many, fc.oneof(seconds, any))
  .map(([length, cycle]) =>
    Float64Array.from({ length }, (_, at) => (cycle[(at * 7) % cycle.length] ?? 0) / 1e6),
  )

test('many numbers are sorted as by the built-in sort, whatever they are', () => {
  fc.assert(
    fc.property(lists, (values) => {
      expect(sortedOf(values)).toEqual(values.toSorted())
      expect(quantileOf(values, 0.1)).toBe(values.toSorted()[Math.floor(0.1 * (values.length - 1))])
    }),
    { numRuns: 20 },
  )
})

test('positions of equal numbers keep their order', () => {
  fc.assert(
    fc.property(fc.tuple(many, seconds), ([length, cycle]) => {
      const values = Float64Array.from({ length }, (_, at) => cycle[at % cycle.length] ?? 0)
      const order = inOrderOf(values)
      const expected = [...values.keys()].sort(
        (one, other) => (values[one] ?? 0) - (values[other] ?? 0) || one - other,
      )
      expect([...order]).toEqual(expected)
      expect(valuesAt(order, values)).toEqual(sortedOf(values))
    }),
    { numRuns: 20 },
  )
})

test('a part of a larger list is sorted alone', () => {
  const all = Float64Array.from({ length: 10_000 }, (_, at) => (at * 7919) % 10_007)
  const part = all.subarray(11, 5011)
  expect(sortedOf(part)).toEqual(part.toSorted())
})
