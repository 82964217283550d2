import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { classicGapsS, type ArrivalPattern } from './arrivals.ts'
import { clockedArrivals } from './clocked-arrivals.ts'

const poisson: ArrivalPattern = { requestRate: 4, burstiness: 1, rampUp: null }

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
