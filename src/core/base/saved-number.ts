// Numbers in saved pages and Markdown, which cannot show the exact value on hover.
import { dash } from './numbers.ts'
import { trueMinus } from './true-minus.ts'

/** Formatters by number of decimals; created once, because a page has thousands of numbers. */
const formats = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
)
const plain = new Intl.NumberFormat('en-US')

/** Four digits, more than the width of any interval here justifies. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))))
  const small = value !== 0 && Math.abs(value) < 1
  const text = small
    ? String(Number(value.toPrecision(3)))
    : (formats[Math.min(2, digits)] ?? plain).format(value)
  return trueMinus(text)
}
