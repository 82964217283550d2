import { expect, test } from 'vitest'
import { isSettled, keptStarts } from './confirm.ts'

// A quarter of the budget, up to 16 starts of both settings, or 32 for a gain that is hard to be sure of; never below 6.
test.each([
  [0.3, 1000, 16],
  [0.05, 1000, 32],
  [0.3, 40, 10],
  [0.05, 100, 25],
  [0.3, 12, 6],
])('of a gain of %d, with %d starts in the budget, %d are kept back', (gain, affordable, kept) => {
  expect(keptStarts(gain, affordable)).toBe(kept)
})

test.each([
  { starts: 6, low: 0.02, high: 0.03, isEnough: false },
  { starts: 8, low: 0.02, high: 0.03, isEnough: true },
  { starts: 8, low: 0.02, high: 0.2, isEnough: false },
  { starts: 12, low: 0.02, high: 0.03, isEnough: false },
  { starts: 16, low: 0.02, high: 0.2, isEnough: true },
  { starts: 16, low: -0.02, high: 0.2, isEnough: false },
  { starts: 24, low: 0.02, high: 0.2, isEnough: false },
  { starts: 32, low: -0.02, high: 0.2, isEnough: true },
])('a gain of $low to $high after $starts starts ends it: $isEnough', (look) => {
  const { starts, low, high, isEnough } = look
  const gain = { value: (low + high) / 2, interval: { low, high } }
  expect(isSettled({ gain }, starts)).toBe(isEnough)
})
