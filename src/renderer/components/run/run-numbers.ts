// Numbers of a run by the names its tables use; null for what was not measured.
import type { MetricName, ReportableMetricName } from '#core/model/fields/report-fields.ts'
import type { MetricStats } from '#core/model/metric-stats.ts'
import { taskOf } from '#core/model/backend-traits.ts'
import type { RunBrief } from '#core/model/run-brief.ts'
import type { Run } from '#core/model/run.ts'
import type { RequestRate } from '#core/model/sweep.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import type { RunFigure } from '#core/stats/certainty/merged-figure.ts'
import type { ThroughputName } from '#core/model/task-traits.ts'

type Summarised<Stats> = Readonly<{
  summary: Readonly<{
    metrics: { readonly [Metric in ReportableMetricName]?: Stats | undefined }
  }> | null
}>

type ShownStats = Pick<MetricStats, 'count' | 'median' | 'percentiles'>

/** Statistics of a metric; null where no request gave it a value, though the summary then writes zeros. */
export function measuredStats<Stats extends ShownStats>(
  { summary }: Summarised<Stats>,
  metric: ReportableMetricName,
): Stats | null {
  const stats = summary?.metrics[metric]
  return stats === undefined || stats.count === 0 ? null : stats
}

export function medianMs(run: Summarised<ShownStats>, metric: MetricName): number | null {
  return measuredStats(run, metric)?.median ?? null
}

/** Null as well where the run was not asked for this percentile. */
export function percentileMs(
  run: Summarised<ShownStats>,
  { metric, percentile }: Readonly<{ metric: MetricName; percentile: number }>,
): number | null {
  const known = measuredStats(run, metric)?.percentiles
  return known?.find((entry) => entry.percentile === percentile)?.value ?? null
}

/** A figure of a latency: one of its percentiles, or null for its mean. */
export type LatencyStatistic = Readonly<{ metric: MetricName; percentile: number | null }>

/** With the interval its own requests give it, where there were enough of them. */
export function latencyFigure(
  run: Pick<Run, 'summary'>,
  { metric, percentile }: LatencyStatistic,
): RunFigure | null {
  const stats = measuredStats(run, metric)
  const value = stats && figureOf(stats, percentile)
  if (value === null) return null
  const certain = run.summary?.certainty?.figures.find(
    (figure) => figure.metric === metric && figure.percentile === percentile,
  )
  return { value, interval: certain?.intervalMs ?? null }
}

/** Throughput of a run in which nothing was completed says nothing, nor does output where there is none. */
export function measuredThroughput(
  { config, summary }: Pick<RunBrief, 'config' | 'summary'>,
  name: ThroughputName,
): number | null {
  if (summary === null || summary.completed === 0) return null
  return taskOf(config).throughputs.includes(name) ? summary[name] : null
}

/** For sorting: no limit is more than any rate. */
export function rateNumber(rate: RequestRate): number {
  return rate === 'inf' ? Infinity : rate
}
