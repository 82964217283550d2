import { expect, test } from 'vitest'
import { leastSquares } from './least-squares.ts'

test('finds the coefficients of a parabola far from its origin', () => {
  const xs = Array.from({ length: 12 }, (_, index) => 1000 + 50 * index)
  const found = leastSquares(
    [xs.map(() => 1), xs, xs.map((x) => x ** 2)],
    xs.map((x) => 3 - 0.5 * x + 2e-4 * x ** 2),
  )
  const [constant = NaN, slope = NaN, curvature = NaN] = found ?? []
  expect(constant).toBeCloseTo(3, 4)
  expect(slope).toBeCloseTo(-0.5, 6)
  expect(curvature).toBeCloseTo(2e-4, 9)
})

test('has no answer for columns that depend on each other, or hold nothing', () => {
  expect(
    leastSquares(
      [
        [1, 2, 3],
        [2, 4, 6],
      ],
      [1, 1, 1],
    ),
  ).toBeNull()
  expect(leastSquares([[0, 0]], [1, 2])).toBeNull()
})
