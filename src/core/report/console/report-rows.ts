// What each row at the head of the report says; which of them a report has is a matter of its era.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { ReportRow } from '../../model/eras/report-rows.ts'
import { reportsTokens } from '../../model/benchmark/metric-traits.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { pythonFixed2 } from '../result-file/python-number.ts'

export type LabelledValue = readonly [label: string, value: string]

/** Null where the row does not apply. */
type Row = (summary: RunSummary, config: BenchmarkConfig) => LabelledValue | null

export const reportRows: Readonly<Record<ReportRow, Row>> = {
  completed: count('Successful requests:', ({ completed }) => completed),
  failed: count('Failed requests:', ({ failed }) => failed),
  concurrencyLimit: count(
    'Maximum request concurrency:',
    (_, { maxConcurrency }) => maxConcurrency,
  ),
  requestRate: amount('Request rate configured (RPS):', (_, { requestRate }) =>
    requestRate === 'inf' ? null : requestRate,
  ),
  duration: amount('Benchmark duration (s):', ({ durationS }) => durationS),
  inputTokens: count('Total input tokens:', ({ totalInputTokens }) => totalInputTokens),
  outputTokens: ofTokens(
    count('Total generated tokens:', ({ totalOutputTokens }) => totalOutputTokens),
  ),
  requestThroughput: amount(
    'Request throughput (req/s):',
    ({ requestThroughput }) => requestThroughput,
  ),
  goodput: amount('Request goodput (req/s):', ({ requestGoodput }) => requestGoodput),
  inputThroughput: ofTokens(amount('Input token throughput (tok/s):', inputThroughput)),
  inputsThroughput: amount(
    'Input throughput (inputs/s):',
    ({ inputsThroughput }) => inputsThroughput,
  ),
  outputThroughput: ofTokens(
    amount('Output token throughput (tok/s):', ({ outputThroughput }) => outputThroughput),
  ),
  peakOutputThroughput: ofTokens(
    amount(
      'Peak output token throughput (tok/s):',
      ({ maxOutputTokensPerS }) => maxOutputTokensPerS,
    ),
  ),
  peakConcurrency: amount(
    'Peak concurrent requests:',
    ({ maxConcurrentRequests }) => maxConcurrentRequests,
  ),
  rtfx: amount('RTFx (Inverse Real-Time Factor):', ({ rtfx }) => (rtfx > 0 ? rtfx : null)),
  totalThroughput: ofTokens(
    amount('Total token throughput (tok/s):', ({ totalTokenThroughput }) => totalTokenThroughput),
  ),
  totalThroughputCapitalised: ofTokens(
    amount('Total Token throughput (tok/s):', ({ totalTokenThroughput }) => totalTokenThroughput),
  ),
}

/** Prompt tokens per second, which later reports leave to the reader. */
export function inputThroughput({ totalInputTokens, durationS }: RunSummary): number {
  return durationS > 0 ? totalInputTokens / durationS : 0
}

type ValueOf = (summary: RunSummary, config: BenchmarkConfig) => number | null

function count(label: string, valueOf: ValueOf): Row {
  return row(label, valueOf, String)
}

function amount(label: string, valueOf: ValueOf): Row {
  return row(label, valueOf, pythonFixed2)
}

function row(label: string, valueOf: ValueOf, textOf: (value: number) => string): Row {
  return (summary, config) => {
    const value = valueOf(summary, config)
    return value === null ? null : [label, textOf(value)]
  }
}

function ofTokens(inner: Row): Row {
  return (summary, config) => (reportsTokens(config) ? inner(summary, config) : null)
}
