import { expect, test } from 'vitest'
import { numberIn } from './number-text.ts'

test.each([
  ['12', 12],
  [' -1.5e3 ', -1500],
  ['.5', 0.5],
  ['\u22122', -2],
  ['1,5', 1.5],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ['1,234,567', 1_234_567],
  ['Infinity', Infinity],
  ['-inf', -Infinity],
  ['1,234', null],
  ['', null],
  ['nan', null],
  ['0x10', null],
  ['1 2', null],
  ['12 ms', null],
])('%j is %s', (text, value) => {
  expect(numberIn(text)).toBe(value)
})

test.each([
  ['1,234', 1.234],
  ['12.345,67', 12345.67],
  ['1.5', 1.5],
  ['7,0e-3', 0.007],
])('%j is %s in a table with decimal commas', (text, value) => {
  expect(numberIn(text, { decimalComma: true })).toBe(value)
})
