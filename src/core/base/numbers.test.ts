import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCount, formatExact, formatNumber, formatShare } from './numbers.ts'

describe('formatNumber', () => {
  test.each([
    { value: null, text: '–', remark: 'not measured is a dash, never 0' },
    { value: undefined, text: '–', remark: 'the same for a missing value' },
    { value: Number.NaN, text: '–', remark: 'and for a mean of nothing' },
    { value: 0, text: '0', remark: 'zero needs no digits' },
    { value: 1, text: '1.00', remark: 'three significant digits' },
    { value: 9.994, text: '9.99', remark: 'rounded to the nearest' },
    { value: 9.996, text: '10.0', remark: 'rounding over a power of ten keeps three digits' },
    { value: 12.345, text: '12.3', remark: 'one digit after the point' },
    { value: 99.96, text: '100', remark: 'no digit after the point from 100' },
    { value: 2011.4, text: '2,011', remark: 'whole digits are kept and grouped' },
    { value: 0.012345, text: '0.0123', remark: 'small values keep their digits' },
    { value: -12.345, text: '−12.3', remark: 'negative values alike, with a true minus' },
    { value: -0.00939, text: '−0.00939', remark: 'small ones too' },
    { value: -2011.4, text: '−2,011', remark: 'and large ones' },
    { value: Infinity, text: '∞', remark: 'unbounded' },
    { value: -Infinity, text: '−∞', remark: 'or below any bound' },
    { value: -0, text: '0', remark: 'nothing has no sign' },
    { value: -4e-15, text: '0.00000000', remark: 'nor what is written as nothing' },
    { value: 4e-15, text: '0.00000000', remark: 'far below what any clock resolves' },
  ])('shows $value as $text: $remark', ({ value, text }) => {
    expect(formatNumber(value)).toBe(text)
  })
})

/** Ties, where a float can hold them. */
const halves = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((eighths) => eighths / 8)

test('numbers are those of Intl.NumberFormat', () => {
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    }).format(value)
  const number = fc.oneof(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.integer(), halves)
  fc.assert(
    fc.property(number, (value) => {
      const text = formatNumber(value)
      const digits = text.split('.')[1]?.length ?? 0
      expect(text).toBe(format(value, digits).replace('-', '−'))
    }),
  )
})

test('a count is exact and grouped', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
  expect(formatCount(-3)).toBe('−3')
  expect(formatCount(null)).toBe('–')
})

test('the exact value carries its unit, and nothing when not measured', () => {
  expect(formatExact(1.23456, 'ms')).toBe('1.23456 ms')
  expect(formatExact(2)).toBe('2')
  expect(formatExact(-1.2e-7, 'ms')).toBe('−1.2e-7 ms')
  expect(formatExact(null, 'ms')).toBe('')
})

test('a share is shown as per cent', () => {
  expect(formatShare(0.4567)).toBe('45.7\u00a0%')
  expect(formatShare(-0.2)).toBe('−20.0\u00a0%')
  expect(formatShare(null)).toBe('–')
})
