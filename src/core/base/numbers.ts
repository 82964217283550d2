// Numbers as the window shows them: three significant digits, a true minus, a dash for unmeasured values.
import { trueMinus } from './true-minus.ts'

export const dash = '–'

type OptionalNumber = number | null | undefined

const mostFractionDigits = 8

/**
 * Digits in groups of three, rounded by the exact value of the float as in Python, without a sign if only zeros remain.
 * Avoids Intl.NumberFormat: creating one for each number of digits takes longer than the rest of a printed report.
 */
function withFraction(value: number, digits: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`
  return value < 0 && /[1-9]/.test(text) ? trueMinus(`-${text}`) : text
}

/** At least three significant digits, unless that needs more fraction digits; integer digits are never rounded. */
export function formatNumber(value: OptionalNumber, mostDigits = mostFractionDigits): string {
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

/** Counts are shown in full. */
export function formatCount(value: OptionalNumber): string {
  return value === null || value === undefined ? dash : withFraction(value, 0)
}

/** Measured value for a tooltip; empty if there is none. */
export function formatExact(value: OptionalNumber, unit = ''): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  const text = trueMinus(String(value))
  return unit === '' ? text : `${text} ${unit}`
}

/** Uses a no-break space. */
export function withUnit(number: string, unit: string): string {
  return number + noBreakSpace + unit
}

/** Share of 1 as a percentage. */
export function formatShare(value: OptionalNumber): string {
  return value === null || value === undefined ? dash : withUnit(formatNumber(value * 100), '%')
}

const noBreakSpace = '\u00a0'

const units = [
  '%',
  'µs',
  'ms',
  's',
  'min',
  'h',
  'W',
  'J',
  'MJ',
  'kWh',
  '[KMGT]i?B',
  'tok/s',
  'req/s',
]

const measureText = '个次项行条张台块份种轮倍秒毫'

/** Joins a figure to a following unit or Chinese measure word, or to a preceding comparison sign. */
const joints = new RegExp(
  `(?<=[\\d∞]) (?=(?:${units.join('|')})(?![\\w/])|[${measureText}])|(?<=[≤≥±≈×<>]) (?=\\d)`,
  'gu',
)

/** A text as the window shows it. */
export function unbroken(text: string): string {
  return text.replace(joints, noBreakSpace)
}

/** Text for use outside the window. */
export function plainSpaces(text: string): string {
  return text.replaceAll(noBreakSpace, ' ')
}
