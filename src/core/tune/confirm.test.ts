import { expect, test } from 'vitest'
import { keptStarts } from './confirm.ts'

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
