import { expect, test } from 'vitest'
import { readRateSeries, seriesOffsetsS } from './rate-series.ts'

const points = (...list: readonly (readonly [number, number])[]) =>
  readRateSeries({ points: list.map(([time_s, qps]) => ({ time_s, qps })) }, 'rates.json')

const even = (): number => 1

test('requests fall where the area under the rate reaches each whole number', () => {
  // 0–2 s: 0 → 2 req/s, area t²/2; then constant 2 req/s.
  const [first, ...others] = seriesOffsetsS(4, points([0, 0], [2, 2]), even)
  expect(first).toBeCloseTo(Math.SQRT2, 12)
  expect(others).toEqual([2, 2.5, 3])
})

test('a step changes the rate at once, and a pause sends nothing', () => {
  const series = points([0, 1], [2, 1], [2, 0], [5, 0], [5, 4])
  expect([...seriesOffsetsS(4, series, even)]).toEqual([1, 2, 5.25, 5.5])
})

test('the first rate holds before the first point', () => {
  expect([...seriesOffsetsS(2, points([10, 2], [20, 2]), even)]).toEqual([0.5, 1])
})

test('a series that ends at 0 must hold all requests', () => {
  const series = points([0, 4], [2, 0])
  expect(seriesOffsetsS(4, series, even).at(-1)).toBe(2)
  expect(() => seriesOffsetsS(5, series, even)).toThrow('4')
})

test('the number that a refusal names fits', () => {
  const series = points([0, 4], [2, 0])
  const gaps = [0.5, 2.5, 0.5, 1, 0.5]
  const draw = (count: number) => {
    let drawn = 0
    return seriesOffsetsS(count, series, () => gaps[drawn++] ?? NaN)
  }
  expect(() => draw(4)).toThrow('after 3 requests, fewer than 4')
  expect(draw(3)).toHaveLength(3)
})

test.each([
  [{ points: [] }],
  [{ points: [{ time_s: 0, qps: 0 }] }],
  [
    {
      points: [
        { time_s: 2, qps: 1 },
        { time_s: 1, qps: 1 },
      ],
    },
  ],
  [{ points: [{ time_s: 0, qps: -1 }] }],
  [[1, 2]],
])('%j is refused', (contents) => {
  expect(() => readRateSeries(contents, 'rates.json')).toThrow('rates.json')
})
