import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { warmUpOffsetsS, warmUpSeed } from './warm-up-arrivals.ts'

function offsets(requestRate: number, burstiness: number, lengthS: number): number[] | null {
  const random = new NumpyRandomState(warmUpSeed(0))
  const made = warmUpOffsetsS({ requestRate, burstiness }, { lengthS, random })
  return made && [...made]
}

describe('arrivals of a warm-up', () => {
  test('that is even come at the gaps of the run, up to its start', () => {
    expect(offsets(4, Infinity, 1)).toEqual([-1, -0.75, -0.5, -0.25])
  })

  test('are not scheduled where nothing but a limit holds requests back', () => {
    expect(offsets(Infinity, 1, 10)).toBeNull()
  })

  test('ascend within its length, in about the number of the rate', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 100, noNaN: true }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (requestRate, burstiness) => {
          const lengthS = 60
          const made = offsets(requestRate, burstiness, lengthS) ?? []
          expect(made).toEqual(made.toSorted((a, b) => a - b))
          expect(made.every((offset) => offset < 0 && offset >= -lengthS)).toBe(true)
          const expected = requestRate * lengthS
          expect(Math.abs(made.length - expected)).toBeLessThan(
            6 * Math.sqrt(expected / burstiness) + 2,
          )
        },
      ),
    )
  })

  test('have a seed that is none of the next repeats', () => {
    expect(warmUpSeed(5)).toBe(2 ** 31 + 5)
    expect(warmUpSeed(2 ** 31 + 5)).toBe(5)
  })
})
