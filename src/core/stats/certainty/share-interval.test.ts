import { expect, test } from 'vitest'
import { binomialShare } from './distributions.ts'
import { shareInterval } from './share-interval.ts'

test.each([
  // Newcombe (1998), table I.
  { counted: 81, all: 263, low: 0.2553, high: 0.3662 },
  { counted: 15, all: 148, low: 0.0624, high: 0.1605 },
  { counted: 0, all: 20, low: 0, high: 0.1611 },
  { counted: 1, all: 29, low: 0.0061, high: 0.1718 },
])('$counted of $all', ({ counted, all, low, high }) => {
  const interval = shareInterval(counted, all)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('holds the truth as often as it says', () => {
  const [all, chance] = [400, 0.05]
  const held = Array.from({ length: all + 1 }, (_, counted) => {
    const { low, high } = shareInterval(counted, all)
    const trials = { trials: all, chance }
    const likelihood = binomialShare(counted, trials) - binomialShare(counted - 1, trials)
    return low <= chance && chance <= high ? likelihood : 0
  })
  const share = held.reduce((sum, each) => sum + each, 0)
  expect(share).toBeGreaterThan(0.93)
  expect(share).toBeLessThan(0.97)
})
