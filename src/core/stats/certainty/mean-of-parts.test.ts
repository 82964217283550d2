import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { batchMeans } from './batch-means.ts'
import { firstRoundShare, meanOfRounds } from './mean-of-parts.ts'

const random = new NumpyRandomState(9)
/** 32 that start at once wait ten times as long as the 968 that follow them. */
const values = Float64Array.from({ length: 1000 }, (_, at) =>
  at < 32 ? 200 + 50 * random.gaussian() : 20 + random.gaussian(),
)
const even = { share: 0.032, unevenness: 1 }

test('the step after the first round does not make the mean of a closed loop uncertain', () => {
  const whole = batchMeans(values, 31)
  const known = meanOfRounds(values, 31, even)
  expect(known?.value).toBe(whole?.value)
  expect(known?.standardError).toBeLessThan((whole?.standardError ?? 0) / 3)
  expect(known?.spreadError).toBeLessThan((whole?.spreadError ?? 0) / 3)
  // That of 32 values, each of which counts for a thousandth.
  expect(known?.standardError).toBeGreaterThan((32 * 50) / Math.sqrt(32) / 1000)
})

test('a first round like the later ones leaves the error as it was', () => {
  const alike = values.subarray(32)
  expect(meanOfRounds(alike, 31, even)).toEqual(batchMeans(alike, 31))
})

test('a run without a first round, or with nothing else, has the error of one part', () => {
  const later = values.subarray(32)
  expect(meanOfRounds(later, 31, { share: 0, unevenness: 3 })).toEqual(batchMeans(later, 31))
  const burst = batchMeans(values.subarray(0, 32), 2)
  expect(meanOfRounds(values.subarray(0, 32), 2, { share: 1, unevenness: 1 })).toEqual(burst)
})

test('the waits for uneven works vary more than their number', () => {
  const errorFor = (unevenness: number) =>
    meanOfRounds(values.subarray(0, 32), 2, { share: 1, unevenness })?.standardError ?? 0
  expect(errorFor(4)).toBeCloseTo(2 * errorFor(1), 9)
})

test('the first round ends with the first response', () => {
  const startsS = Float64Array.of(0, 0.001, 0.002, 1, 1.5, 2)
  const endsS = Float64Array.of(1, 1.5, 2, 3, 4, 5)
  expect(firstRoundShare(startsS, endsS)).toBe(0.5)
})
