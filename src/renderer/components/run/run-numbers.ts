// Numbers of a run by their table names; null if not measured.
import {
  type ColumnLatency,
  type MetricName,
  type ReportableMetricName,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { taskOf } from '#core/backends/backend-traits.ts'
import type { Run, RunSummaryRow } from '#core/model/run/run.ts'
import type { RequestRate } from '#core/model/sweep.ts'
import { keptFactor, keptThroughput } from '#core/judgement/kept-throughput.ts'
import { percentileOf } from '#core/stats/figure-of.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'

/** Statistics of a metric; null if no request has a value, for which the summary has zeros. */
export function measuredStats(
  { summary }: Pick<Run, 'summary'>,
  metric: ReportableMetricName,
): MetricStats | null {
  const stats = summary?.metrics[metric]
  return stats === undefined || stats.count === 0 ? null : stats
}

/** Latencies of the runs' task, the main one first, with reasoning latencies if some run has them. */
export function shownMetrics(runs: readonly Pick<Run, 'config' | 'summary'>[]): MetricName[] {
  const [first] = runs
  if (first === undefined) return []
  return shownLatencies(taskOf(first.config).metrics, (metric) =>
    runs.some((run) => measuredStats(run, metric) !== null),
  )
}

/** Null also if the percentile was not requested, or the responses have no such latency. */
export function percentileMs(
  { config, summary }: Pick<RunSummaryRow, 'config' | 'summary'>,
  { metric, percentile }: Readonly<{ metric: ColumnLatency; percentile: number }>,
): number | null {
  if (!taskOf(config).metrics.includes(metric)) return null
  return summary && percentileOf(summary.metrics[metric], percentile)
}

/** Throughput is meaningless if no request completed, and output throughput if there is no output. */
export function measuredThroughput(
  { config, summary }: Pick<RunSummaryRow, 'config' | 'summary'>,
  name: ThroughputName,
): number | null {
  if (summary === null || summary.completed === 0) return null
  return taskOf(config).throughputs.includes(name) ? summary[name] : null
}

/** Steady state, as in a curve; null if the run does not show it. A row of a list includes its factors. */
export function steadyThroughput(run: RunSummaryRow | Run, name: ThroughputName): number | null {
  const whole = measuredThroughput(run, name)
  if (whole === null) return null
  if ('plannedRequests' in run) {
    const { summary } = run
    return summary && keptThroughput({ ...run, summary }, name)
  }
  const factor = keptFactor(run.keptFactors, name)
  return factor === null ? null : factor * whole
}

/** For sorting: no limit is larger than any rate. */
export function rateNumber(rate: RequestRate): number {
  return rate === 'inf' ? Infinity : rate
}
