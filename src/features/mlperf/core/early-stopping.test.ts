import { expect, test } from 'vitest'
import { earlyStoppingBound } from './rehearsal-folder.ts'

const upTo = (count: number) => Float64Array.from({ length: count }, (_, index) => index + 1)

test.each([
  [90, 64],
  [99, 662],
])('p%d needs %d samples, and is then bounded by the largest', (percentile, fewest) => {
  expect(earlyStoppingBound(upTo(fewest - 1), percentile)).toBeNull()
  expect(earlyStoppingBound(upTo(fewest), percentile)).toBe(fewest)
})

test('more samples bring the bound closer', () => {
  expect(earlyStoppingBound(upTo(10_000), 90)).toBe(9071)
})
