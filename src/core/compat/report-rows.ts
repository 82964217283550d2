// The rows at the head of the report, compatibility profile by compatibility profile; report/ knows what each of them says.
import type { ScalarWith } from '#core/metrics/scalar-names.ts'

export type ReportRow =
  | ScalarWith<'console'>
  | 'concurrencyLimit'
  | 'requestRate'
  | 'inputThroughput'
  | 'totalThroughputCapitalised'

export const rowsOf2026: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'durationS',
  'totalInputTokens',
  'totalOutputTokens',
  'requestThroughput',
  'requestGoodput',
  'outputThroughput',
  'maxOutputTokensPerS',
  'maxConcurrentRequests',
  'rtfx',
  'totalTokenThroughput',
]

export const rowsOfAutumn2025: readonly ReportRow[] = [
  'completed',
  'concurrencyLimit',
  'requestRate',
  'durationS',
  'totalInputTokens',
  'totalOutputTokens',
  'requestThroughput',
  'requestGoodput',
  'outputThroughput',
  'maxOutputTokensPerS',
  'maxConcurrentRequests',
  'totalThroughputCapitalised',
]

export const rowsOfSpring2025: readonly ReportRow[] = [
  'completed',
  'durationS',
  'totalInputTokens',
  'totalOutputTokens',
  'requestThroughput',
  'requestGoodput',
  'outputThroughput',
  'totalThroughputCapitalised',
]

export const rowsOf2024: readonly ReportRow[] = [
  'completed',
  'durationS',
  'totalInputTokens',
  'totalOutputTokens',
  'requestThroughput',
  'inputThroughput',
  'outputThroughput',
]

export const rowsOfPooling2025: readonly ReportRow[] = [
  'completed',
  'concurrencyLimit',
  'requestRate',
  'durationS',
  'totalInputTokens',
  'requestThroughput',
  'totalThroughputCapitalised',
]

export const rowsOfPooling2026: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'durationS',
  'totalInputTokens',
  'requestThroughput',
  'inputsThroughput',
  'totalTokenThroughput',
]

/** Of the Rust client. */
export const wideRows: readonly ReportRow[] = rowsOf2026.filter((name) => name !== 'rtfx')

export const wideRowsOfPooling: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'durationS',
  'totalInputTokens',
  'requestThroughput',
  'requestGoodput',
  'inputThroughput',
  'maxConcurrentRequests',
]
