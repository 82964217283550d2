// Rows at the top of the report by compatibility profile; report/ defines their content.
import type { ScalarWith } from '#core/metrics/scalar-names.ts'

export type ReportRow =
  | ScalarWith<'console'>
  | 'concurrencyLimit'
  | 'requestRate'
  | 'inputThroughput'
  | 'totalThroughputCapitalised'

export const completed = ['completed', 'failed'] as const
export const load = ['concurrencyLimit', 'requestRate', 'durationS'] as const
const counted = ['totalInputTokens', 'totalOutputTokens', 'requestThroughput'] as const
const good = ['requestGoodput', 'outputThroughput'] as const
const peaks = ['maxOutputTokensPerS', 'maxConcurrentRequests'] as const

export const rowsOf2026: readonly ReportRow[] = [
  ...completed,
  ...load,
  ...counted,
  ...good,
  ...peaks,
  'rtfx',
  'totalTokenThroughput',
]

export const rowsOfAutumn2025: readonly ReportRow[] = [
  'completed',
  ...load,
  ...counted,
  ...good,
  ...peaks,
  'totalThroughputCapitalised',
]

export const rowsOfSpring2025: readonly ReportRow[] = [
  'completed',
  'durationS',
  ...counted,
  ...good,
  'totalThroughputCapitalised',
]

export const rowsOf2024: readonly ReportRow[] = [
  'completed',
  'durationS',
  ...counted,
  'inputThroughput',
  'outputThroughput',
]

/** Rows of the Rust client. */
export const wideRows: readonly ReportRow[] = rowsOf2026.filter((name) => name !== 'rtfx')
