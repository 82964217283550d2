// The rows at the head of the report, era by era; report/ knows what each of them says.

export type ReportRow =
  | 'completed'
  | 'failed'
  | 'concurrencyLimit'
  | 'requestRate'
  | 'duration'
  | 'inputTokens'
  | 'outputTokens'
  | 'requestThroughput'
  | 'goodput'
  | 'inputThroughput'
  | 'inputsThroughput'
  | 'outputThroughput'
  | 'peakOutputThroughput'
  | 'peakConcurrency'
  | 'rtfx'
  | 'totalThroughput'
  | 'totalThroughputCapitalised'

export const rowsOf2026: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'duration',
  'inputTokens',
  'outputTokens',
  'requestThroughput',
  'goodput',
  'outputThroughput',
  'peakOutputThroughput',
  'peakConcurrency',
  'rtfx',
  'totalThroughput',
]

export const rowsOfAutumn2025: readonly ReportRow[] = [
  'completed',
  'concurrencyLimit',
  'requestRate',
  'duration',
  'inputTokens',
  'outputTokens',
  'requestThroughput',
  'goodput',
  'outputThroughput',
  'peakOutputThroughput',
  'peakConcurrency',
  'totalThroughputCapitalised',
]

export const rowsOfSpring2025: readonly ReportRow[] = [
  'completed',
  'duration',
  'inputTokens',
  'outputTokens',
  'requestThroughput',
  'goodput',
  'outputThroughput',
  'totalThroughputCapitalised',
]

export const rowsOf2024: readonly ReportRow[] = [
  'completed',
  'duration',
  'inputTokens',
  'outputTokens',
  'requestThroughput',
  'inputThroughput',
  'outputThroughput',
]

export const rowsOfPooling2025: readonly ReportRow[] = [
  'completed',
  'concurrencyLimit',
  'requestRate',
  'duration',
  'inputTokens',
  'requestThroughput',
  'totalThroughputCapitalised',
]

export const rowsOfPooling2026: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'duration',
  'inputTokens',
  'requestThroughput',
  'inputsThroughput',
  'totalThroughput',
]

/** Of the Rust client. */
export const wideRows: readonly ReportRow[] = rowsOf2026.filter((name) => name !== 'rtfx')

export const wideRowsOfPooling: readonly ReportRow[] = [
  'completed',
  'failed',
  'concurrencyLimit',
  'requestRate',
  'duration',
  'inputTokens',
  'requestThroughput',
  'goodput',
  'inputThroughput',
  'peakConcurrency',
]
