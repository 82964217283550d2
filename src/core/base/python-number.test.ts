import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pythonFixed2, pythonFloatText } from './python-number.ts'

describe('a float as Python writes it', () => {
  test.each([
    [113, '113.0', 'a whole number keeps its point'],
    [-0, '-0.0', 'the sign of zero shows'],
    [0.0001, '0.0001', 'the last positional small number'],
    [0.00001, '1e-05', 'two digits of exponent at least'],
    [1e15, '1000000000000000.0', 'positional below 1e16'],
    [1e16, '1e+16', 'exponential from 1e16'],
    [1.25e-7, '1.25e-07', 'mantissa with a fraction'],
    [5e-324, '5e-324', 'smallest double'],
    [Infinity, 'inf', 'no JavaScript names'],
    [-Infinity, '-inf', 'no JavaScript names'],
    [NaN, 'nan', 'no JavaScript names'],
  ])('%s is %s: %s', (value, text) => {
    expect(pythonFloatText(value)).toBe(text)
  })

  test('always reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(pythonFloatText(value))).toBe(value)
      }),
    )
  })
})

describe('a float with two decimals', () => {
  test.each([
    [0.125, '0.12', 'tie to even, down'],
    [0.375, '0.38', 'tie to even, up'],
    [0.625, '0.62', 'tie to even, down'],
    [0.875, '0.88', 'tie to even, up'],
    [-0.125, '-0.12', 'ties do not see the sign'],
    [1.005, '1.00', 'not a tie: the double lies below'],
    [0.13, '0.13', 'ends in 3 without being a tie'],
    [-0, '-0.00', 'the sign of zero shows'],
    [-0.001, '-0.00', 'and that of what rounds to it'],
    [1e22, '10000000000000000000000.00', 'large numbers are never exponential'],
    [Infinity, 'inf', 'as Python names it'],
  ])('%s is %s: %s', (value, text) => {
    expect(pythonFixed2(value)).toBe(text)
  })
})
