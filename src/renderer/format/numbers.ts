// Numbers as the window shows them: three significant digits, a dash for what was not measured.

export const dash = '–'

type Measured = number | null | undefined

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** At least three significant digits; whole digits are never rounded away. */
export function formatNumber(value: Measured): string {
  if (value === null || value === undefined || Number.isNaN(value)) return dash
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞'
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: fractionDigits(value),
    maximumFractionDigits: fractionDigits(value),
  }).format(value)
}

function fractionDigits(value: number): number {
  const size = Math.abs(value)
  if (size === 0 || size >= 99.95) return 0
  const digits = 2 - Math.floor(Math.log10(size))
  // 9.996 rounds to 10.0, not to 10.00.
  const rounded = Number(size.toFixed(Math.min(digits, 20)))
  return Math.min(2 - Math.floor(Math.log10(rounded === 0 ? size : rounded)), 8)
}

/** A count is exact. */
export function formatCount(value: Measured): string {
  return value === null || value === undefined ? dash : grouped.format(value)
}

/** The value as measured, for a hover or a copy; empty when there is none. */
export function formatExact(value: Measured, unit = ''): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  return unit === '' ? String(value) : `${value} ${unit}`
}

/** A share of 1 as per cent. */
export function formatShare(value: Measured): string {
  return value === null || value === undefined ? dash : `${formatNumber(value * 100)} %`
}
