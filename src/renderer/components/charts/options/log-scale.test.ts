import { describe, expect, it } from 'vitest'
import { logScale } from './log-scale.ts'

describe('the scale of a logarithmic axis', () => {
  it.each([
    [[21, 53_000], [10, 100, 1000, 10_000, 100_000], 'decades over a wide range'],
    [[8.5, 61], [5, 10, 20, 50, 100], 'ones, twos and fives over two decades'],
    [[2100, 6200], [2000, 3000, 4000, 5000, 6000, 7000], 'whole numbers within one'],
    [[14.8, 16.7], [14, 15, 16, 17], 'tenths where even these are too few'],
    [[100, 1000], [100, 200, 500, 1000], 'ends that are round already'],
    [[0, -3, 30, 0], [20, 30, 40, 50], 'one value with room around it, and nothing for zero'],
  ])('of %j has the ticks %j: %s', (values, ticks) => {
    expect(logScale(values)).toEqual({ min: ticks[0], max: ticks.at(-1), ticks })
  })

  it('is not there when nothing is positive', () => {
    expect(logScale([])).toBeNull()
    expect(logScale([0])).toBeNull()
  })
})
