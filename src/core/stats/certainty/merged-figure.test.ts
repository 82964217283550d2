import { describe, expect, test } from 'vitest'
import { mergedFigure } from './merged-figure.ts'

const alone = { value: 40, interval: { low: 38, high: 43 } }

describe('a figure measured', () => {
  test('never is none', () => {
    expect(mergedFigure([])).toBeNull()
  })

  test('once has the interval of its run', () => {
    expect(mergedFigure([alone])).toMatchObject({ ...alone, runs: 1, origin: 'run' })
  })

  test('once, in a run too short for an interval, has none', () => {
    expect(mergedFigure([{ value: 40, interval: null }])).toEqual({
      value: 40,
      interval: null,
      runs: 1,
      origin: null,
      range: { low: 40, high: 40 },
    })
  })

  test('several times is their mean, with the t interval of the runs', () => {
    const merged = mergedFigure([9, 10, 11].map((value) => ({ value, interval: null })))
    expect(merged).toMatchObject({
      value: 10,
      runs: 3,
      origin: 'repeats',
      range: { low: 9, high: 11 },
    })
    // t of 2 degrees at 95 % is 4.3027; the standard error is 1 / √3.
    expect(merged?.interval?.low).toBeCloseTo(10 - 4.3027 / Math.sqrt(3), 3)
    expect(merged?.interval?.high).toBeCloseTo(10 + 4.3027 / Math.sqrt(3), 3)
  })

  test('twice, as alike as the intervals of its runs expect, has these together', () => {
    const { low, high } = mergedFigure([alone, { ...alone, value: 41 }])?.interval ?? alone.interval
    expect(low).toBeCloseTo(40.5 - Math.hypot(2, 3) / 2, 6)
    expect(high).toBeCloseTo(40.5 + Math.hypot(3, 2) / 2, 6)
  })

  test('four times has the t interval of the runs, whatever theirs are', () => {
    const runs = [40, 41, 42, 43].map((value) => ({ ...alone, value }))
    // t of 3 degrees at 95 % is 3.1824.
    const reach = 3.1824 * Math.sqrt(5 / 3 / 4)
    expect(mergedFigure(runs)?.interval?.high).toBeCloseTo(41.5 + reach, 3)
  })

  test('several times does not believe the intervals within its runs if they differ by more', () => {
    const merged = mergedFigure([alone, { ...alone, value: 60 }])
    expect(merged?.interval?.high).toBeGreaterThan(100)
  })
})
