import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { carriedRate, firstRate, isOfTheseLengths, type KnownRun } from './carried-rate.ts'

const known: KnownRun = {
  name: 'earlier',
  requestsPerSecond: 20,
  inputTokens: 1000,
  outputTokens: 100,
}
const config = { ...defaultBenchmarkConfig, randomInputLen: 1000, randomOutputLen: 100 }

describe('the rate that a server carried', () => {
  test.each([
    [{}, 20],
    [{ randomOutputLen: 300 }, 10],
    [{ randomInputLen: 3000 }, 10],
    [{ inputLen: 1000, randomInputLen: 7 }, 20],
  ])('of requests that differ by %j is %d req/s', (changes, rate) => {
    expect(carriedRate(known, { ...config, ...changes })).toBeCloseTo(rate, 10)
  })

  test('is unknown where the dataset decides on lengths', () => {
    expect(carriedRate(known, { ...config, datasetName: 'sharegpt' })).toBeNull()
  })
})

test.each([
  [{}, true],
  [{ randomInputLen: 1020 }, true],
  [{ randomOutputLen: 300 }, false],
  [{ randomInputLen: 500, randomOutputLen: 150 }, false],
])('for requests that differ by %j it was measured: %s', (changes, measured) => {
  expect(isOfTheseLengths(known, { ...config, ...changes })).toBe(measured)
})

test.each([
  [20, 10],
  [47.3, 24],
  [9.1, 5],
  [0.9, 0.5],
  [0.014, 0.007],
])('after %d req/s a first run sends %d', (carried, rate) => {
  expect(firstRate(carried)).toBe(rate)
})
