// One latency in the report: its name as a banner, then mean, median and the percentiles asked for.
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { amount, banner } from './report-layout.ts'
import { percentileText } from './reported-metrics.ts'

export type MetricSection = Readonly<{ title: string; label: string; stats: MetricStats }>

/** `width` is that of the banner alone: rows are as wide in every layout. */
export function metricSection(
  { title, label, stats }: MetricSection,
  width?: number,
): readonly string[] {
  return [
    banner(title, '-', width),
    amount(`Mean ${label} (ms):`, stats.mean),
    amount(`Median ${label} (ms):`, stats.median),
    ...stats.percentiles.map(({ percentile, value }) =>
      amount(`P${percentileText(percentile)} ${label} (ms):`, value),
    ),
  ]
}
