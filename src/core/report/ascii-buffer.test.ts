import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AsciiBuffer, mostCharacters, mostNumbers } from './ascii-buffer.ts'

function written(write: (out: AsciiBuffer) => void): string {
  const out = new AsciiBuffer()
  write(out)
  return String.fromCharCode(...out.take())
}

/** Python's notation from the digits alone, in the plainest way. */
function plainFloat(value: number): string {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const places = Number(exponent)
  if (places < -4 || places >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    const size = String(Math.abs(places)).padStart(2, '0')
    return `${sign}${digits.slice(0, 1)}${fraction}e${places < 0 ? '-' : '+'}${size}`
  }
  if (places < 0) return `${sign}0.${digits.padStart(digits.length - places - 1, '0')}`
  const whole = digits.padEnd(places + 1, '0').slice(0, places + 1)
  return `${sign}${whole}.${digits.slice(places + 1) || '0'}`
}

const wholeUs = fc.oneof(
  fc.nat(300),
  fc.nat(2_000_000),
  fc.nat(2 ** 32 - 1),
  fc.nat(9999).map((ms) => ms * 1000),
  fc.maxSafeNat(),
)

describe('numbers as Python writes them', () => {
  test.each([
    [0, '0.0'],
    [1e-6, '1e-06'],
    [9.9e-5, '9.9e-05'],
    [1e-4, '0.0001'],
    [0.02, '0.02'],
    [0.020001, '0.020001'],
    [3, '3.0'],
    [4294.967295, '4294.967295'],
    [-0, '-0.0'],
    [-0.5, '-0.5'],
    [1e-7, '1e-07'],
    [999999999.999999, '999999999.999999'],
    [1e9, '1000000000.0'],
    [1e16, '1e+16'],
  ])('%d is %s', (value, text) => {
    expect(written((out) => out.float(value))).toBe(text)
  })

  test('are the same whether their digits come from whole µs or from the float', () => {
    fc.assert(
      fc.property(wholeUs, (us) => {
        expect(written((out) => out.float(us / 1e6))).toBe(plainFloat(us / 1e6))
      }),
      { numRuns: 3000 },
    )
  })

  test('are the same for any float', () => {
    const floats = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(fc.oneof(floats, fc.double({ min: 0, max: 1e6, noNaN: true })), (value) => {
        expect(written((out) => out.float(value))).toBe(plainFloat(value))
      }),
      { numRuns: 3000 },
    )
  })

  test('stand in a list of durations with what is between them', () => {
    const gaps = fc.uint32Array({ maxLength: 40 })
    fc.assert(
      fc.property(gaps, fc.nat(40), (gapsUs, part) => {
        const cut = Math.min(part, gapsUs.length)
        const text = written((out) => {
          out.secondsList(gapsUs, 0, cut)
          out.secondsList(gapsUs, cut, gapsUs.length)
        })
        expect(text).toBe(Array.from(gapsUs, (us) => plainFloat(us / 1e6)).join(', '))
      }),
    )
  })

  test('are whole with all of their digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.maxSafeNat()), (value) => {
        expect(written((out) => out.integer(value))).toBe(String(value))
      }),
    )
  })
})

test('text is escaped as inside of a JSON string, ASCII only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const escaped = written((out) => out.escaped(text, 0, text.length))
      expect(JSON.parse(`"${escaped}"`)).toBe(text)
      expect(escaped).toMatch(/^[ -~]*$/)
    }),
  )
})

test('the largest writes fit behind a buffer that is nearly full', () => {
  const longest = new Uint32Array(mostNumbers).fill(2 ** 32 - 1)
  const widest = '\u0001'.repeat(mostCharacters)
  for (const write of [
    (out: AsciiBuffer) => out.secondsList(longest, 0, longest.length),
    (out: AsciiBuffer) => out.escaped(widest, 0, widest.length),
  ]) {
    const out = new AsciiBuffer()
    let length = 0
    while (!out.isFull) {
      out.text('x'.repeat(8))
      length += 8
    }
    out.take()
    out.text('x'.repeat(length - 1))
    write(out)
    expect(String.fromCharCode(...out.take().slice(-1))).not.toBe('x')
    expect(out.take()).toHaveLength(0)
  }
})
