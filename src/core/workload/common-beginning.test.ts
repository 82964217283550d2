import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonBeginning } from './common-beginning.ts'
import { longText, SharedText } from './shared-text.ts'
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

const long = longText(['a', 'ab', '', 'ba', 'b'])
const parts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }),
  fc.tuple(fc.nat(5), fc.nat(5)).map(([one, other]) => ({
    of: long,
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
)
const sharedText = fc.array(parts, { maxLength: 4 }).map((all) => new SharedText(all))

test('texts are what they say, however they are shared', () => {
  fc.assert(
    fc.property(sharedText, sharedText, fc.nat(9), (one, other, end) => {
      const [ours, theirs] = [String(one), String(other)]
      expect(one).toHaveLength(ours.length)
      expect(one.upTo(end)).toBe(ours.slice(0, end))
      expect(commonBeginning(one, other)).toBe(byOne(ours, theirs))
      expect(commonBeginning(one, theirs)).toBe(byOne(ours, theirs))
    }),
  )
})

test('a text and ids have nothing in common', () => {
  expect(commonBeginning('1', TokenIds.of([1]))).toBe(0)
})
