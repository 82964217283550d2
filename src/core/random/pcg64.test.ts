import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pcg64 } from './pcg64.ts'

describe('Pcg64', () => {
  test('halves of a draw wait across calls', () => {
    const random = new Pcg64(0)
    expect([...random.integers(512, 1537, 4)]).toEqual([1383, 1164, 1035, 788])
    expect([...random.integers(64, 193, 4)]).toEqual([103, 69, 73, 66])
    expect([...random.integers(0, 32000, 4)]).toEqual([5608, 26024, 20781, 29208])
  })

  test('a range of one draws nothing', () => {
    const random = new Pcg64(0)
    expect([...random.integers(1024, 1025, 4)]).toEqual([1024, 1024, 1024, 1024])
    expect([...random.integers(0, 32000, 4)]).toEqual([27219, 20382, 16356, 8633])
    expect(random.double()).toBe(0.04097352393619469)
  })

  test('a double leaves the waiting half alone', () => {
    const [whole, interrupted] = [new Pcg64(3), new Pcg64(3)]
    const [, second] = whole.integers(0, 1000, 2)
    interrupted.integer(0, 1000)
    interrupted.double()
    expect(interrupted.integer(0, 1000)).toBe(second)
  })

  test.each([
    { seed: 42, high: 128000, draws: [11424, 99066, 83785, 56176, 55425] },
    { seed: 2 ** 40 + 5, high: 1000, draws: [14, 4, 449, 372] },
    { seed: 3, high: 2 ** 32, draws: [3485385464, 367860371, 770692085] },
    { seed: 7, high: 2 ** 40, draws: [687299734001] },
  ])('seed $seed below $high equals numpy', ({ seed, high, draws }) => {
    expect([...new Pcg64(seed).integers(0, high, draws.length)]).toEqual(draws)
  })

  test('bytes, choices and orders follow one another as in numpy', () => {
    const random = new Pcg64(7)
    random.integer(0, 100)
    expect([...random.bytes(10)]).toEqual([169, 65, 6, 160, 149, 106, 38, 175, 188, 205])
    expect(random.choice(['a', 'b', 'c'], [0.25, 0.5, 0.25])).toBe('c')
    expect(random.choice(['a', 'b', 'c'], [1 / 3, 0, 2 / 3])).toBe('a')
    expect([...random.bytes(3)]).toEqual([69, 81, 55])
    expect([...random.permutation(12)]).toEqual([10, 2, 8, 3, 11, 1, 5, 6, 0, 7, 4, 9])
    expect(random.integer(0, 1000)).toBe(341)
  })

  test('an item without weight is never chosen', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(9), { minLength: 1 }), (seed, weights) => {
        fc.pre(weights.some((weight) => weight > 0))
        const items = weights.map((weight, index) => ({ weight, index }))
        expect(new Pcg64(seed).choice(items, weights).weight).toBeGreaterThan(0)
      }),
    )
  })

  test('stays in its range', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (seed, low, span) => {
          const drawn = new Pcg64(seed).integer(low, low + span)
          expect(drawn).toBeGreaterThanOrEqual(low)
          expect(drawn).toBeLessThan(low + span)
        },
      ),
    )
  })
})
