// The data the page carries, and what its figures are called on every chart.
import { scalarsWith } from '#core/metrics/scalar-names.ts'
import { scalars } from '#core/metrics/scalars.ts'
import { latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import type { Report, ReportedThroughput } from '#core/report-file/report.ts'

export const report = JSON.parse(document.querySelector('#report')?.textContent ?? '') as Report

export const throughputTitles = Object.fromEntries(
  scalarsWith('savedAxis').map((name) => [name, scalars[name].savedAxis]),
) as Readonly<Record<ReportedThroughput, string>>

export function metricTitle(metric: MetricName, statistic: string): string {
  return `${statistic} ${latencyLabels[metric]} (ms)`.trimStart()
}
