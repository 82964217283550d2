import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aroundFrom, TokenIds, wholeOf } from './token-ids.ts'

const lists = fc.array(fc.nat(200_000), { minLength: 1, maxLength: 9 })

test('ids around a list are those counted one by one', () => {
  fc.assert(
    fc.property(lists, lists, fc.nat(30), fc.nat(40), (lead, list, start, count) => {
      const around = aroundFrom(Uint32Array.from(list), start, count)
      const ids = new TokenIds([wholeOf(Uint32Array.from(lead)), ...around])
      const counted = Array.from({ length: count }, (_, i) => list[(start + i) % list.length])
      expect([...ids]).toEqual([...lead, ...counted])
      expect(ids).toHaveLength(lead.length + count)
    }),
  )
})

test('as text and as JSON they are the numbers', () => {
  const ids = TokenIds.of([3, 1, 20])
  expect(String(ids)).toBe('3,1,20')
  expect(JSON.stringify({ ids })).toBe('{"ids":[3,1,20]}')
  expect(JSON.stringify(TokenIds.of([]))).toBe('[]')
})
