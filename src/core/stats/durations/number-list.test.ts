import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IntegerList, NumberList } from './number-list.ts'

test('a list holds what was added, in that order, however much it was', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { maxLength: 300 }), (numbers) => {
      const list = new NumberList()
      for (const number of numbers) list.add(number)
      expect([...list.all]).toEqual(numbers)
      expect(list).toHaveLength(numbers.length)
    }),
  )
})

test('a list of integers ends with no more memory than they need', () => {
  const integers = Array.from({ length: 5000 }, (_, place) => (place * 2_654_435_761) % 2 ** 32)
  const list = new IntegerList()
  for (const integer of integers) list.add(integer)
  list.last--
  const finished = list.finish()
  expect([...finished]).toEqual([...integers.slice(0, -1), (integers.at(-1) ?? 0) - 1])
  expect(finished.buffer.byteLength).toBe(4 * integers.length)
})
