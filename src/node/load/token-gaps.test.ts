import { expect, it } from 'vitest'
import { TokenGaps } from './token-gaps.ts'

it('keeps any number of gaps, and starts anew once they are taken', () => {
  const gaps = new TokenGaps()
  const many = Array.from({ length: 1000 }, (_, i) => i)
  for (const gap of many) gaps.add(gap)
  expect(Array.from(gaps.take())).toEqual(many)
  gaps.add(7)
  expect(gaps.take()).toEqual(Uint32Array.of(7))
  expect(gaps.take()).toHaveLength(0)
})
