import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { historyOf } from './level-shifts.ts'

/** Runs that vary by one percent around a level. */
function series(seed: number, levels: readonly number[]): number[] {
  const random = new NumpyRandomState(seed)
  return levels.map((level) => level * Math.exp(0.01 * random.gaussian()))
}

const steady = (runs: number, level = 100) => Array<number>(runs).fill(level)

test('names the first run after a shift, by how much, and goes on from there', () => {
  const { level, shift } = historyOf(series(1, [...steady(12), ...steady(6, 112)]))
  expect(shift?.at).toBe(12)
  expect(shift?.change).toBeGreaterThan(0.1)
  expect(shift?.change).toBeLessThan(0.14)
  expect(level).toEqual([12, 13, 14, 15, 16, 17])
})

test('finds the last of several shifts', () => {
  const levels = [...steady(10), ...steady(10, 120), ...steady(10, 105)]
  expect(historyOf(series(2, levels)).shift).toMatchObject({ at: 20 })
})

test('leaves a run out that stands out alone, which is no shift', () => {
  const levels = steady(15)
  levels[7] = 150
  const { outliers, shift, level } = historyOf(series(3, levels))
  expect(outliers).toEqual([7])
  expect(shift).toBeNull()
  expect(level).not.toContain(7)
  expect(level).toHaveLength(14)
})

test('does not take the newest run for one that stands out: it may be a new level', () => {
  expect(historyOf(series(4, [...steady(14), 150])).outliers).toEqual([])
})

test('sees a slow drift over ten runs', () => {
  const { drift, shift } = historyOf(
    series(
      5,
      Array.from({ length: 10 }, (_, run) => 100 * 1.01 ** run),
    ),
  )
  expect(shift === null ? drift?.change : shift.change).toBeGreaterThan(0.03)
})

describe('of 400 histories without change', () => {
  const histories = Array.from({ length: 400 }, (_, seed) => historyOf(series(seed, steady(20))))
  test.each([
    ['a shift', (history: (typeof histories)[number]) => history.shift !== null],
    ['a drift', (history: (typeof histories)[number]) => history.drift !== null],
  ])('few show %s', (_, shows) => {
    expect(histories.filter(shows).length).toBeLessThanOrEqual(12)
  })
})

test.each([[[]], [[100]], [[100, 101, 99]]])('of %j is one level', (values) => {
  const { level, shift, drift, outliers } = historyOf(values)
  expect(level).toHaveLength(values.length)
  expect([shift, drift, outliers]).toEqual([null, null, []])
})
