import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonBeginning } from './common-beginning.ts'
import { aroundFrom, TokenIds, wholeOf } from './token-ids.ts'

const vocabulary = Uint32Array.from([0, 1, 0, 1, 1])
const stretched = fc
  .tuple(fc.array(fc.nat(1), { maxLength: 3 }), fc.nat(4), fc.nat(12))
  .map(
    ([lead, start, count]) =>
      new TokenIds([wholeOf(Uint32Array.from(lead)), ...aroundFrom(vocabulary, start, count)]),
  )

function byOne(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  let same = 0
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++
  return same
}

test('ids are compared by what they are, however they are stretched', () => {
  fc.assert(
    fc.property(stretched, stretched, (one, other) => {
      expect(commonBeginning(one, other)).toBe(byOne(one.toArray(), other.toArray()))
    }),
  )
})

test('texts are compared letter by letter', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(commonBeginning(one, other)).toBe(byOne(one, other))
    }),
  )
})

test('a text and ids have nothing in common', () => {
  expect(commonBeginning('1', TokenIds.of([1]))).toBe(0)
})
