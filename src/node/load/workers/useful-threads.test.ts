import { expect, it } from 'vitest'
import { usefulThreads } from '../run-load.ts'

const atOnce = (requests: number) => new Float64Array(requests)
const atRate = (requestsPerS: number, seconds: number) =>
  Float64Array.from({ length: requestsPerS * seconds }, (_, i) => i / requestsPerS)

it.each([
  ['a small load', { offsetsS: atOnce(64), maxConcurrency: null }, 16, 1],
  ['many streams', { offsetsS: atOnce(1000), maxConcurrency: null }, 16, 2],
  ['many streams on few cores', { offsetsS: atOnce(1000), maxConcurrency: null }, 2, 1],
  ['one core', { offsetsS: atOnce(1000), maxConcurrency: null }, 1, 1],
  ['a limit', { offsetsS: atOnce(100_000), maxConcurrency: 256 }, 16, 1],
  ['many requests a second', { offsetsS: atRate(6000, 1), maxConcurrency: null }, 16, 4],
  ['more than any machine sends', { offsetsS: atRate(90_000, 1), maxConcurrency: null }, 64, 8],
])('%s', (_what, plan, cores, threads) => {
  expect(usefulThreads(plan, cores)).toBe(threads)
})
