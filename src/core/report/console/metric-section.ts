// One latency in the report: its name as a banner, then mean, median and the requested percentiles.
import { type ReportableMetricName } from '#core/metrics/latencies.ts'
import { writtenForm } from '#core/metrics/written-form.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { amount, banner } from './report-layout.ts'
import { percentileText } from './reported-metrics.ts'

export type MetricSection = Readonly<{
  name: ReportableMetricName
  title: string
  label: string
  stats: MetricStats
}>

/** `width` applies only to the banner; rows have the same width in every layout. */
export function metricSection(
  { name, title, label, stats }: MetricSection,
  width?: number,
): readonly string[] {
  const { unit, perMs } = writtenForm(name)
  return [
    banner(title, '-', width),
    amount(`Mean ${label}${unit}:`, stats.mean * perMs),
    amount(`Median ${label}${unit}:`, stats.median * perMs),
    ...stats.percentiles.map(({ percentile, value }) =>
      amount(`P${percentileText(percentile)} ${label}${unit}:`, value * perMs),
    ),
  ]
}
