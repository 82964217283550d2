// Report in the layout of vLLM's Rust client: wider, with different rows, and always with E2EL.
import { isPooling } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { poolingProfiles } from '#core/compat/compat-profile-of.ts'
import { type ReportRow, wideRows } from '../../compat/report-rows.ts'
import type { ReportableMetricName } from '#core/metrics/latencies.ts'
import { usualMetrics } from '#core/traits/metric-traits.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { decodingSection } from './decoding-section.ts'
import { banner, row } from './report-layout.ts'
import { reportRows } from './report-rows.ts'
import {
  metricSection,
  type MetricSection,
  type ReportedMetric,
  reportedMetrics,
} from './reported-metrics.ts'
import type { PrintedRun } from './run-part.ts'
import { reportedParts } from './run-parts.ts'

const wideWidth = 60
const wide = { title: ' Serving Benchmark Result ', rows: wideRows }

/** Trailing spaces are part of the layout. No newline at the end. */
export function wideReport(run: PrintedRun): string {
  const { config, summary } = run
  const { title, rows } = (isPooling(config) ? poolingProfiles?.wide : null) ?? wide
  const parts = reportedParts(run).filter(({ isWide }) => isWide)
  return [
    wideBanner(title, '='),
    ...headRows(rows, run),
    ...parts.flatMap(({ head }) => head?.(run) ?? []),
    ...wideMetrics(config, summary).flatMap(wideSection),
    ...decodingSection(summary),
    ...parts.flatMap(({ foot }) => foot?.(run) ?? []),
    wideFooter,
  ].join('\n')
}

export const wideFooter = '='.repeat(wideWidth)

export function wideBanner(title: string, fill: string): string {
  return banner(title, fill, wideWidth)
}

export function wideMetrics(
  config: BenchmarkConfig,
  summary: RunSummary,
): readonly ReportedMetric[] {
  return reportedMetrics({ config: { ...config, percentileMetrics: wideChoice(config) }, summary })
}

export function wideSection(section: MetricSection): readonly string[] {
  return metricSection(section, wideWidth)
}

function wideChoice(config: BenchmarkConfig): ReportableMetricName[] {
  return config.percentileMetrics ?? [...new Set([...usualMetrics(config), 'e2el' as const])]
}

/** Omits goodput if no request was good. */
function headRows(rows: readonly ReportRow[], { config, summary }: PrintedRun): readonly string[] {
  const nothingGood = summary.requestGoodput === 0
  return rows.flatMap((name) => {
    const labelled =
      name === 'requestGoodput' && nothingGood ? null : reportRows[name](summary, config)
    return labelled === null ? [] : [row(...labelled)]
  })
}
