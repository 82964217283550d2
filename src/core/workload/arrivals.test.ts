import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { arrivalPatternOf } from './arrivals.ts'
import {
  arrivalOffsetsS,
  type ArrivalPattern,
  classicGapsS,
  clockedArrivals,
  recordedOffsetsS,
  warmUpOffsetsS,
  warmUpSeed,
} from './arrivals.ts'

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

function arrivals(pattern: ArrivalPattern, durationS: number, schedule: 'planned' | 'slept') {
  return clockedArrivals(pattern, { durationS, schedule, random: new NumpyRandomState(0) })
}

describe('by the clock', () => {
  test('requests come as drawn until time is up, and the run lasts that long', () => {
    const { offsetsS, endS } = arrivals(poisson, 3, 'planned')
    const gaps = classicGapsS(offsetsS.length + 1, poisson, new NumpyRandomState(0))
    let elapsedS = 0
    const times = Array.from(gaps, (gap) => (elapsedS += gap))
    expect([...offsetsS]).toEqual(times.slice(0, -1))
    expect(times.at(-1)).toBeGreaterThanOrEqual(3)
    expect(endS).toBe(3)
  })

  test('the first leaves at once where gaps are slept after each', () => {
    const planned = arrivals(poisson, 3, 'planned').offsetsS
    const slept = arrivals(poisson, 3, 'slept').offsetsS
    expect([...slept.slice(0, 5)]).toEqual([0, ...planned.slice(0, 4)])
  })

  test('nothing is scheduled at rate inf', () => {
    const { offsetsS, endS } = arrivals({ ...poisson, requestRate: Infinity }, 60, 'planned')
    expect(offsetsS).toHaveLength(0)
    expect(endS).toBe(60)
  })

  test('about rate × time of them, ascending, none too late', () => {
    const pattern = fc.record({
      requestRate: fc.double({ min: 0.5, max: 200, noNaN: true }),
      burstiness: fc.double({ min: 0.5, max: 8, noNaN: true }),
    })
    fc.assert(
      fc.property(pattern, fc.constantFrom('planned', 'slept'), (drawn, schedule) => {
        const { offsetsS } = arrivals({ ...drawn, rampUp: null }, 60, schedule)
        const expected = 60 * drawn.requestRate
        expect(Math.abs(offsetsS.length - expected)).toBeLessThan(8 * Math.sqrt(2 * expected) + 8)
        expect(offsetsS).toEqual(offsetsS.toSorted())
        expect(offsetsS.at(-1) ?? 0).toBeLessThan(60)
      }),
    )
  })
})

test.each([
  { times: [0, 0.5, 0.5, 2], offsets: [0, 0.5, 0.5, 2], remark: 'are taken as they are' },
  { times: [3, 4], offsets: [3, 4], remark: 'are not moved to begin at 0' },
  { times: [1, 5, 2, 6], offsets: [1, 5, 5, 6], remark: 'keep the order of the trace' },
  { times: [undefined, 1], offsets: [0, 1], remark: 'are 0 where there is none' },
])('recorded times $remark', ({ times, offsets }) => {
  const requests = times.map((arrivesAtS) => (arrivesAtS === undefined ? {} : { arrivesAtS }))
  expect([...recordedOffsetsS(requests)]).toEqual(offsets)
})

function warmUpOffsets(requestRate: number, burstiness: number, lengthS: number): number[] | null {
  const random = new NumpyRandomState(warmUpSeed(0))
  const made = warmUpOffsetsS({ requestRate, burstiness }, { lengthS, random })
  return made && [...made]
}

describe('arrivals of a warm-up', () => {
  test('that is even come at the gaps of the run, up to its start', () => {
    expect(warmUpOffsets(4, Infinity, 1)).toEqual([-1, -0.75, -0.5, -0.25])
  })

  test('are not scheduled where nothing but a limit holds requests back', () => {
    expect(warmUpOffsets(Infinity, 1, 10)).toBeNull()
  })

  test('ascend within its length, in about the number of the rate', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 100, noNaN: true }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (requestRate, burstiness) => {
          const lengthS = 60
          const made = warmUpOffsets(requestRate, burstiness, lengthS) ?? []
          expect(made).toEqual(made.toSorted((a, b) => a - b))
          expect(made.every((offset) => offset < 0 && offset >= -lengthS)).toBe(true)
          const expected = requestRate * lengthS
          expect(Math.abs(made.length - expected)).toBeLessThan(
            6 * Math.sqrt(expected / burstiness) + 2,
          )
        },
      ),
    )
  })

  test('have a seed that is none of the next repeats', () => {
    expect(warmUpSeed(5)).toBe(2 ** 31 + 5)
    expect(warmUpSeed(2 ** 31 + 5)).toBe(5)
  })
})
