import { expect, it } from 'vitest'
import { KeptGaps } from './token-gaps.ts'
import { TokenGaps } from './token-gaps.ts'

it('keeps any number of gaps, and restarts once they are taken', () => {
  const gaps = new TokenGaps()
  const many = Array.from({ length: 1000 }, (_, i) => i)
  for (const gap of many) gaps.add(gap)
  expect(Array.from(gaps.take())).toEqual(many)
  gaps.add(7)
  gaps.add(8, 3)
  expect(gaps.take()).toEqual(Uint32Array.of(7, 8, 0, 0))
  expect(gaps.take()).toHaveLength(0)
})

it('leaves alone what was taken, however much of it there is', () => {
  const kept = new KeptGaps()
  const [one, other] = [new TokenGaps(kept), new TokenGaps(kept)]
  const lengths = [3, 0, 9000, 9000, 20_000, 1, 16_384, 2]
  const taken = lengths.map((length, i) => {
    const gaps = i % 2 === 0 ? one : other
    for (let gap = 0; gap < length; gap++) gaps.add(gap * (i + 1))
    return gaps.take()
  })
  taken.forEach((gaps, i) => {
    expect(gaps).toEqual(Uint32Array.from({ length: lengths[i] ?? 0 }, (_, gap) => gap * (i + 1)))
  })
})
