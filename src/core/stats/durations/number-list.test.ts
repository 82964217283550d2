import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberList } from './number-list.ts'

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
