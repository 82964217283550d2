import { expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { drawnNumberSchema, drawNumber } from './drawn-number.ts'

type DrawnNumber = Parameters<typeof drawNumber>[0]

function draws(spec: unknown, count = 20_000): number[] {
  const parsed: DrawnNumber = drawnNumberSchema.parse(spec)
  const random = new NumpyRandomState(5)
  return Array.from({ length: count }, () => drawNumber(parsed, random))
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

test.each([
  ['constant', { distribution: 'constant', value: 500 }, 500, 0],
  ['uniform', { distribution: 'uniform', min: 12, max: 18 }, 15, 0.1],
  ['lognormal by its average', { distribution: 'lognormal', average: 1000 }, 1000, 15],
  [
    'lognormal by its shape',
    { distribution: 'lognormal', mean: 3, sigma: 0.5 },
    Math.exp(3.125),
    0.3,
  ],
  ['poisson', { distribution: 'poisson', alpha: 10 }, 10, 0.1],
  // ζ(2.5) / ζ(3.5)
  ['zipf', { distribution: 'zipf', alpha: 3.5 }, 1.341 / 1.127, 0.02],
])('%s has the mean it should have', (_name, spec, expected, within) => {
  const values = draws(spec)
  expect(values.every(Number.isInteger)).toBe(true)
  expect(Math.abs(mean(values) - expected)).toBeLessThanOrEqual(within)
})

test('a lognormal has the median asked for', () => {
  const sorted = draws({ distribution: 'lognormal', average: 1000, median_ratio: 0.7 }).sort(
    (a, b) => a - b,
  )
  expect(Math.abs((sorted[10_000] ?? 0) - 700)).toBeLessThan(20)
})

test('uniform numbers include both ends, and a poisson varies as it should', () => {
  expect(new Set(draws({ distribution: 'uniform', min: 1, max: 3 }))).toEqual(new Set([1, 2, 3]))
  const values = draws({ distribution: 'poisson', alpha: 10 })
  const middle = mean(values)
  const variance = mean(values.map((value) => (value - middle) ** 2))
  expect(Math.abs(variance - 10)).toBeLessThan(0.5)
})

test.each(['lognormal', 'zipf', 'poisson'])('%s numbers are capped', (distribution) => {
  const spec = { distribution, ...(distribution === 'lognormal' ? { average: 50 } : { alpha: 30 }) }
  expect(Math.max(...draws({ ...spec, max: 20 }))).toBeLessThanOrEqual(20)
})

test.each([
  {},
  { distribution: 'normal', value: 3 },
  { distribution: 'uniform', min: 4, max: 3 },
  { distribution: 'lognormal', average: 10, median_ratio: 1 },
  { distribution: 'zipf', alpha: 1 },
  { distribution: 'constant', value: -1 },
])('what is no distribution is refused: %j', (spec) => {
  expect(drawnNumberSchema.safeParse(spec).success).toBe(false)
})
