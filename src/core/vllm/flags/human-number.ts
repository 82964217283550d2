// Whole numbers as vLLM lets people write them: 8192, 8k (thousands), 8K (1024s), 25.6k.

const decimalUnits: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 }
const binaryUnits: Readonly<Record<string, number>> = {
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
}

/** Null where the text is no such number; only lower-case units take a decimal point. */
export function humanNumber(text: string): number | null {
  const [, digits = '', unit = ''] = /^(-?\d+(?:\.\d+)?)([a-zA-Z]?)$/.exec(text.trim()) ?? []
  const factor = unit === '' ? 1 : (decimalUnits[unit] ?? binaryUnits[unit])
  if (digits === '' || factor === undefined) return null
  if (digits.includes('.') && decimalUnits[unit] === undefined) return null
  return Math.trunc(Number(digits) * factor)
}
