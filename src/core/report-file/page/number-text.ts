// Numbers as a report shows them: as many digits as mean something, none in the way.
import { trueMinus } from '../../report/true-minus.ts'

export const none = '–'

/** By decimals; made once, for a page has thousands of numbers. */
const formats = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
)
const plain = new Intl.NumberFormat('en-US')

/** Four digits: more than any interval here bears out. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return none
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))))
  const small = value !== 0 && Math.abs(value) < 1
  const text = small
    ? String(Number(value.toPrecision(3)))
    : (formats[Math.min(2, digits)] ?? plain).format(value)
  return trueMinus(text)
}

/** `2026-03-01 11:00:00 UTC`: the same wherever it is read. */
export function momentText(epochMs: number | null): string {
  if (epochMs === null) return none
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function loadText(rate: number | 'inf' | null, concurrency: number | null): string {
  const asked = rate === null ? none : rate === 'inf' ? 'all at once' : `${numberText(rate)} req/s`
  return concurrency === null ? asked : `${asked}, ≤ ${concurrency} in flight`
}
