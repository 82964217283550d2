// Formats numbers like Python: result files and reports must match the original's to the last digit.

/** `repr` of a float: shortest digits that parse to the same value, `1e-05`, `1e+16`, `113.0`, `inf`, `nan`. */
export function pythonFloatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (isPositionalInBoth(Math.abs(value)))
    return Number.isInteger(value) ? `${value}.0` : `${value}`
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return sign + placePoint(mantissa.replace('.', ''), Number(exponentText))
}

/** Both languages write the shortest digits that round-trip; JavaScript omits the point of a whole number. */
function isPositionalInBoth(size: number): boolean {
  return size >= 1e-4 && size < 1e16
}

/** Python switches to exponents below 1e-4 and from 1e16 on; JavaScript has other bounds. */
function placePoint(digits: string, exponent: number): string {
  if (exponent < -4 || exponent >= 16) return exponential(digits, exponent)
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${whole}.${digits.slice(exponent + 1) || '0'}`
}

function exponential(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  const magnitude = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits.slice(0, 1)}${fraction}e${exponent < 0 ? '-' : '+'}${magnitude}`
}

/** Format `.2f`. `toFixed` is exact but rounds ties away from zero; Python rounds them to even. */
export function pythonFixed2(value: number): string {
  if (!Number.isFinite(value)) return pythonFloatText(value)
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}.00`
  if (Object.is(value, -0)) return '-0.00'
  const text = value.toFixed(2)
  // With two decimals the only exact ties are odd eighths. toFixed rounds them to .13 .38 .63 .88, Python to .12 .38 .62 .88.
  const isTie = Math.abs(value * 8) % 2 === 1
  return isTie && text.endsWith('3') ? `${text.slice(0, -1)}2` : text
}
