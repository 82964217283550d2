import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTicks, ticksWithin } from './round-ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [17, [0, 5, 10, 15, 20]],
  [1000, [0, 500, 1000]],
  [1250, [0, 500, 1000, 1500]],
])('an axis up to %d has the ticks %j', (most, ticks) => {
  expect(roundTicks(most, 4)).toEqual(ticks)
})

test.each([
  [1000, 1040, [1000, 1010, 1020, 1030, 1040]],
  [126.5, 130.5, [127, 128, 129, 130]],
  [0, 3, [0, 1, 2, 3]],
])('an axis from %d to %d has the ticks %j', (from, to, ticks) => {
  expect(ticksWithin(from, to, 4)).toEqual(ticks)
})

test('ticks reach what is shown, and are not many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 2, max: 10 }),
      (most, wanted) => {
        const ticks = roundTicks(most, wanted)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(ticks.at(-2)).toBeLessThan(Math.max(most, 1))
        expect(ticks.length).toBeLessThanOrEqual(wanted + 1)
      },
    ),
  )
})
