// Numbers as the window shows them: three significant digits, a true minus, a dash for what was not measured.
import { trueMinus } from '#core/report/true-minus.ts'
import { noBreakSpace } from './unbroken.ts'

export const dash = '–'

type Measured = number | null | undefined

const mostFractionDigits = 8

/** By the number of digits after the point. Creating one takes up to 10 ms, and tables format thousands of numbers. */
const formatters: Intl.NumberFormat[] = []

function formatterOf(digits: number): Intl.NumberFormat {
  return (formatters[digits] ??= new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Minus zero has no sign.
    signDisplay: 'negative',
  }))
}

function withFraction(value: number, digits: number): string {
  return trueMinus(formatterOf(digits).format(value))
}

/** At least three significant digits, unless that takes more fraction digits; whole digits are never rounded away. */
export function formatNumber(value: Measured, mostDigits = mostFractionDigits): string {
  if (value === null || value === undefined || Number.isNaN(value)) return dash
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  return withFraction(value, Math.min(fractionDigits(Math.abs(value)), mostDigits))
}

function fractionDigits(size: number): number {
  if (size === 0) return 0
  // toPrecision rounds first, so that 9.996 counts as 10.0.
  const exponent = Math.floor(Math.log10(Number(size.toPrecision(3))))
  return Math.min(Math.max(2 - exponent, 0), mostFractionDigits)
}

/** A count is exact. */
export function formatCount(value: Measured): string {
  return value === null || value === undefined ? dash : withFraction(value, 0)
}

/** The value as measured, for a hover; empty when there is none. */
export function formatExact(value: Measured, unit = ''): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  const text = trueMinus(String(value))
  return unit === '' ? text : `${text} ${unit}`
}

/** Never parted at the end of a line. */
export function withUnit(number: string, unit: string): string {
  return number + noBreakSpace + unit
}

/** A share of 1 as per cent. */
export function formatShare(value: Measured): string {
  return value === null || value === undefined ? dash : withUnit(formatNumber(value * 100), '%')
}
