// Numbers of a run by the names its tables use; null for what was not measured.
import type { MetricName, ReportableMetricName } from '#core/model/fields/report-fields.ts'
import type { MetricStats } from '#core/model/metric-stats.ts'
import type { Run } from '#core/model/run.ts'
import type { RequestRate } from '#core/model/sweep.ts'

type Summarised = Pick<Run, 'summary'>

/** Statistics of a metric; null where no request gave it a value, though the summary then writes zeros. */
export function measuredStats(
  { summary }: Summarised,
  metric: ReportableMetricName,
): MetricStats | null {
  const stats = summary?.metrics[metric]
  return stats === undefined || stats.count === 0 ? null : stats
}

export function medianMs(run: Summarised, metric: MetricName): number | null {
  return measuredStats(run, metric)?.median ?? null
}

/** Null as well where the run was not asked for this percentile. */
export function percentileMs(
  run: Summarised,
  { metric, percentile }: Readonly<{ metric: MetricName; percentile: number }>,
): number | null {
  const known = measuredStats(run, metric)?.percentiles
  return known?.find((entry) => entry.percentile === percentile)?.value ?? null
}

/** Throughput of a run in which nothing was completed says nothing. */
export function measuredThroughput(
  { summary }: Summarised,
  name: 'requestThroughput' | 'outputThroughput',
): number | null {
  return summary === null || summary.completed === 0 ? null : summary[name]
}

/** For sorting: no limit is more than any rate. */
export function rateNumber(rate: RequestRate): number {
  return rate === 'inf' ? Infinity : rate
}
