// Numbers of a run by the names its tables use; null for what was not measured.
import {
  type ColumnLatency,
  type MetricName,
  type ReportableMetricName,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { taskOf } from '#core/model/benchmark/backend-traits.ts'
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RequestRate } from '#core/model/sweep/sweep.ts'
import { percentileOf } from '#core/stats/figure-of.ts'
import type { ThroughputName } from '#core/model/benchmark/task-traits.ts'

/** Statistics of a metric; null where no request gave it a value, though the summary then writes zeros. */
export function measuredStats(
  { summary }: Pick<Run, 'summary'>,
  metric: ReportableMetricName,
): MetricStats | null {
  const stats = summary?.metrics[metric]
  return stats === undefined || stats.count === 0 ? null : stats
}

/** Latencies of its task; those of reasoning where some run has them. The main one comes first. */
export function shownMetrics(runs: readonly Pick<Run, 'config' | 'summary'>[]): MetricName[] {
  const [first] = runs
  if (first === undefined) return []
  return shownLatencies(taskOf(first.config).metrics, (metric) =>
    runs.some((run) => measuredStats(run, metric) !== null),
  )
}

/** Null as well where the run was not asked for this percentile, and where its responses have no such latency. */
export function percentileMs(
  { config, summary }: Pick<RunSummaryRow, 'config' | 'summary'>,
  { metric, percentile }: Readonly<{ metric: ColumnLatency; percentile: number }>,
): number | null {
  if (!taskOf(config).metrics.includes(metric)) return null
  return summary && percentileOf(summary.metrics[metric], percentile)
}

/** Throughput of a run in which nothing was completed says nothing, nor does output where there is none. */
export function measuredThroughput(
  { config, summary }: Pick<RunSummaryRow, 'config' | 'summary'>,
  name: ThroughputName,
): number | null {
  if (summary === null || summary.completed === 0) return null
  return taskOf(config).throughputs.includes(name) ? summary[name] : null
}

/** For sorting: no limit is more than any rate. */
export function rateNumber(rate: RequestRate): number {
  return rate === 'inf' ? Infinity : rate
}
