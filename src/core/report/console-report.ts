// The text printed after a run, equal to that of `vllm bench serve` in labels, widths and rounding.
import { reportsTokens } from '../model/metric-traits.ts'
import type { RunSummary } from '../model/run-summary.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { MeasuredRun } from './measured-run.ts'
import { pythonFixed2 } from './python-number.ts'
import { percentileText, reportedMetrics, type ReportedMetric } from './reported-metrics.ts'

const reportWidth = 50
const labelWidth = 40
const valueWidth = 10

/** Trailing spaces are part of the layout. No newline at the end. */
export function consoleReport({
  config,
  summary,
}: Pick<MeasuredRun, 'config' | 'summary'>): string {
  return [
    banner(' Serving Benchmark Result ', '='),
    ...headRows(config, summary),
    ...reportedMetrics({ config, summary }).flatMap(section),
    '='.repeat(reportWidth),
  ].join('\n')
}

/** Centred as Python centres: an odd remainder goes to the right in an even width. */
function banner(title: string, fill: string): string {
  const left = Math.floor((reportWidth - title.length) / 2)
  return title.padStart(title.length + left, fill).padEnd(reportWidth, fill)
}

function row(label: string, value: string): string {
  return `${label.padEnd(labelWidth)} ${value.padEnd(valueWidth)}`
}

function count(label: string, value: number): string {
  return row(label, String(value))
}

function amount(label: string, value: number): string {
  return row(label, pythonFixed2(value))
}

function whenKnown(value: number | null, row: (value: number) => string): readonly string[] {
  return value === null ? [] : [row(value)]
}

function headRows(config: BenchmarkConfig, summary: RunSummary): readonly string[] {
  const { maxConcurrency, requestRate } = config
  const whenTokens = (...rows: string[]) => (reportsTokens(config) ? rows : [])
  return [
    count('Successful requests:', summary.completed),
    ...whenKnown(summary.failed, (value) => count('Failed requests:', value)),
    ...(maxConcurrency === null ? [] : [count('Maximum request concurrency:', maxConcurrency)]),
    ...(requestRate === 'inf' ? [] : [amount('Request rate configured (RPS):', requestRate)]),
    amount('Benchmark duration (s):', summary.durationS),
    count('Total input tokens:', summary.totalInputTokens),
    ...whenTokens(count('Total generated tokens:', summary.totalOutputTokens)),
    amount('Request throughput (req/s):', summary.requestThroughput),
    ...whenKnown(summary.requestGoodput, (value) => amount('Request goodput (req/s):', value)),
    ...whenTokens(
      amount('Output token throughput (tok/s):', summary.outputThroughput),
      ...whenKnown(summary.maxOutputTokensPerS, (value) =>
        amount('Peak output token throughput (tok/s):', value),
      ),
    ),
    ...whenKnown(summary.maxConcurrentRequests, (value) =>
      amount('Peak concurrent requests:', value),
    ),
    ...(summary.rtfx > 0 ? [amount('RTFx (Inverse Real-Time Factor):', summary.rtfx)] : []),
    ...whenTokens(amount('Total token throughput (tok/s):', summary.totalTokenThroughput)),
  ]
}

function section({ label, title, stats }: ReportedMetric): readonly string[] {
  return [
    banner(title, '-'),
    amount(`Mean ${label} (ms):`, stats.mean),
    amount(`Median ${label} (ms):`, stats.median),
    ...stats.percentiles.map(({ percentile, value }) =>
      amount(`P${percentileText(percentile)} ${label} (ms):`, value),
    ),
  ]
}
