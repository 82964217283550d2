import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { arrivalPatternOf } from './arrival-pattern.ts'
import { arrivalOffsetsS, type ArrivalPattern } from './arrivals.ts'

const poisson: ArrivalPattern = { requestRate: 4, burstiness: 1, rampUp: null }

function offsets(count: number, pattern: ArrivalPattern): number[] {
  return [...arrivalOffsetsS(count, pattern, new NumpyRandomState(0))]
}

describe('arrival offsets', () => {
  test('all requests leave at once at an infinite rate', () => {
    expect(offsets(3, { ...poisson, requestRate: Infinity })).toEqual([0, 0, 0])
  })

  test('infinite burstiness spreads requests evenly, the first after one gap', () => {
    expect(offsets(4, { ...poisson, burstiness: Infinity })).toEqual([0.25, 0.5, 0.75, 1])
  })

  test('no requests take no time', () => {
    expect(offsets(0, poisson)).toEqual([])
  })

  test('ascend, and end at exactly count / rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0.1, max: 1000, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (count, requestRate, burstiness) => {
          const schedule = offsets(count, { requestRate, burstiness, rampUp: null })
          expect(schedule).toEqual(schedule.toSorted((a, b) => a - b))
          expect(schedule.at(-1)).toBeCloseTo(count / requestRate, 9)
        },
      ),
    )
  })

  test.each(['linear', 'exponential'] as const)('a %s ramp is not scaled', (strategy) => {
    const even = { requestRate: Infinity, burstiness: Infinity }
    const schedule = offsets(2, { ...even, rampUp: { strategy, startRps: 1, endRps: 4 } })
    expect(schedule).toEqual([1, 1.25])
  })
})

describe('the pattern of a config', () => {
  const pattern = (changes: Partial<BenchmarkConfig>): ArrivalPattern =>
    arrivalPatternOf({ ...defaultBenchmarkConfig, ...changes })

  test('reads inf as unbounded', () => {
    expect(pattern({ requestRate: 'inf', burstiness: 'inf' })).toEqual({
      requestRate: Infinity,
      burstiness: Infinity,
      rampUp: null,
    })
  })

  test('holds a ramp where one is asked for', () => {
    const ramp = { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9 } as const
    expect(pattern(ramp).rampUp).toEqual({ strategy: 'linear', startRps: 1, endRps: 9 })
  })
})
