import { expect, test } from 'vitest'
import { IntegerList } from './integer-list.ts'

test('a list holds what was added, and no more memory than that in the end', () => {
  const integers = Array.from({ length: 5000 }, (_, place) => (place * 2_654_435_761) % 2 ** 32)
  const list = new IntegerList()
  for (const integer of integers) list.add(integer)
  list.last--
  const finished = list.finish()
  expect([...finished]).toEqual([...integers.slice(0, -1), (integers.at(-1) ?? 0) - 1])
  expect(finished.buffer.byteLength).toBe(4 * integers.length)
})
