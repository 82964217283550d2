import { expect, test } from 'vitest'
import { numberText } from '#core/base/saved-number.ts'

test.each([
  [null, '–'],
  [Infinity, '–'],
  [0, '0'],
  [0.0123456, '0.0123'],
  [12.3456, '12.35'],
  [123456, '123,456'],
  [-0.00939, '−0.00939'],
  [-1e-9, '−1e-9'],
  [-12.3456, '−12.35'],
  [-123456, '−123,456'],
])('a report shows %s as %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})
