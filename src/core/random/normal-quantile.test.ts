import { expect, test } from 'vitest'
import { normalQuantile } from './normal-quantile.ts'

test.each([
  [0.5, 0],
  [0.975, 1.959963984540054],
  [0.95, 1.6448536269514722],
  [0.16, -0.994457883209753],
  [0.01, -2.3263478740408408],
  [1e-6, -4.753424308822899],
])('a share of %f lies below %f', (share, quantile) => {
  expect(normalQuantile(share)).toBeCloseTo(quantile, 7)
})
