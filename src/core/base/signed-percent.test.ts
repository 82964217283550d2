import { expect, test } from 'vitest'
import { signedPercent } from './signed-percent.ts'

test.each([
  [0.000835, '+0.1 %'],
  [-0.0004, '0.0 %'],
  [0, '0.0 %'],
  [0.0123, '+1.2 %'],
  [-0.1234, '-12.3 %'],
  [0.9994, '+99.9 %'],
  [0.9996, '+100 %'],
  [12.345, '+1,235 %'],
])('a change of %d is %s', (share, text) => {
  expect(signedPercent(share)).toBe(text)
})
