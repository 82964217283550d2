import { expect, test } from 'vitest'
import { inOrder } from './scatter-order.ts'

test('requests sent at once lie side by side, in the order they were sent', () => {
  const points = [
    { atS: 0.002, ms: 30, failed: false },
    { atS: 0.001, ms: null, failed: true },
    { atS: 0.001, ms: 20, failed: false },
  ]
  expect(inOrder({ points }).points).toEqual([
    { atS: 1, ms: null, failed: true },
    { atS: 2, ms: 20, failed: false },
    { atS: 3, ms: 30, failed: false },
  ])
})
