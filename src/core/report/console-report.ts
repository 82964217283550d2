// The text printed after a run, equal to that of `vllm bench serve` in labels, widths and rounding.
import { eraOf } from '../model/eras/era-of.ts'
import type { RunSummary } from '../model/run-summary.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { MeasuredRun } from './measured-run.ts'
import { pythonFixed2 } from './python-number.ts'
import { reportRows } from './report-rows.ts'
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

function amount(label: string, value: number): string {
  return row(label, pythonFixed2(value))
}

function headRows(config: BenchmarkConfig, summary: RunSummary): readonly string[] {
  return eraOf(config).reportRows.flatMap((name) => {
    const labelled = reportRows[name](summary, config)
    return labelled === null ? [] : [row(...labelled)]
  })
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
