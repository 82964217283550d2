import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PythonRandom } from './python-random.ts'

describe('PythonRandom', () => {
  test('draws what CPython draws from seed 0', () => {
    const random = new PythonRandom(0)
    expect([random.random(), random.random(), random.random()]).toEqual([
      0.8444218515250481, 0.7579544029403025, 0.420571580830845,
    ])
  })

  test('uses the whole of a seed beyond 32 bits', () => {
    const draws = [1, 2 ** 32 + 1, 2 ** 53 - 1].map((seed) => new PythonRandom(seed).random())
    expect(draws).toEqual([0.13436424411240122, 0.2309331037176915, 0.09425040007102303])
  })

  test('ignores the sign of a seed', () => {
    expect(new PythonRandom(-5).random()).toBe(new PythonRandom(5).random())
  })

  test('shuffling keeps every item', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat()), (seed, items) => {
        const shuffled = [...items]
        new PythonRandom(seed).shuffle(shuffled)
        expect(shuffled.toSorted()).toEqual(items.toSorted())
      }),
    )
  })

  test('a sample holds distinct positions', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 400 }), (seed, size) => {
        const items = Array.from({ length: size }, (_, index) => index)
        const sample = new PythonRandom(seed).sample(items, Math.ceil(size / 3))
        expect(new Set(sample).size).toBe(Math.ceil(size / 3))
      }),
    )
  })

  test('stays below the bound up to the largest', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 0xffffffff }), (seed, bound) => {
        expect(new PythonRandom(seed).below(bound)).toBeLessThan(bound)
      }),
    )
  })

  test.each([0, -1, 2 ** 32])('refuses to draw below %d', (bound) => {
    expect(() => new PythonRandom(0).below(bound)).toThrow(RangeError)
  })

  test('refuses to choose from nothing', () => {
    expect(() => new PythonRandom(0).choice([])).toThrow(RangeError)
    expect(() => new PythonRandom(0).choices([], 1)).toThrow(RangeError)
  })
})
