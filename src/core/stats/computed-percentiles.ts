// Percentiles that the summary of a stored run omits, computed from its requests, with their intervals.
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import type { LatencyCertainty } from '#core/model/run/certainty.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { latencyCertainty } from './certainty/certainty-of-run.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { MetricValues } from './metric-stats.ts'

export type ComputedPercentiles = Readonly<{
  /** By latency, in ms. Omits latencies without a value. */
  metrics: Readonly<Partial<Record<MetricName, MetricStats['percentiles']>>>
  certainty: LatencyCertainty[]
}>

/** Computed like the summary of a run. Requires requests in the order of the plan; iterates several times. */
export function computedPercentiles(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
): ComputedPercentiles {
  const values = new MetricValues()
  for (const request of requests) values.add(request)
  const known = metricNames.flatMap((name) => {
    const stats = values.statsOf(name, percentiles)
    return stats.count === 0 ? [] : [[name, stats.percentiles] as const]
  })
  return {
    metrics: Object.fromEntries(known),
    certainty: latencyCertainty(requests, percentiles, { values }).figures,
  }
}

type ListedRun = Readonly<{
  summary: Readonly<{
    metrics: Readonly<Partial<Record<MetricName, Pick<MetricStats, 'count' | 'percentiles'>>>>
    /** Absent from rows of a list. */
    certainty?: Readonly<{ figures: readonly LatencyCertainty[] }> | null
  }> | null
}>

/** Whether a measured latency of the summary lacks any of `percentiles`; the median has its own field. */
export function lacksPercentiles({ summary }: ListedRun, percentiles: readonly number[]): boolean {
  const wanted = percentiles.filter((percentile) => percentile !== 50)
  return metricNames.some((name) => {
    const stats = summary?.metrics[name]
    if (stats === undefined || stats.count === 0) return false
    const listed = new Set(stats.percentiles.map(({ percentile }) => percentile))
    return wanted.some((percentile) => !listed.has(percentile))
  })
}

/** Run with additional percentiles in its summary. Percentiles that it already has keep their values and intervals. */
export function withPercentiles<Listed extends ListedRun>(
  run: Listed,
  further: ComputedPercentiles,
): Listed {
  if (run.summary === null) return run
  const metrics = { ...run.summary.metrics }
  for (const name of metricNames) {
    const stats = metrics[name]
    if (stats === undefined || stats.count === 0) continue
    const listed = new Set(stats.percentiles.map(({ percentile }) => percentile))
    const added = (further.metrics[name] ?? []).filter(({ percentile }) => !listed.has(percentile))
    metrics[name] = { ...stats, percentiles: [...stats.percentiles, ...added] }
  }
  const { certainty } = run.summary
  const known = new Set(certainty?.figures.map(keyOf))
  // A run of changing loads has no intervals.
  const added =
    known.size === 0 ? [] : further.certainty.filter((figure) => !known.has(keyOf(figure)))
  return {
    ...run,
    summary: {
      ...run.summary,
      metrics,
      ...(certainty && { certainty: { ...certainty, figures: [...certainty.figures, ...added] } }),
    },
  }
}

function keyOf({ metric, percentile }: LatencyCertainty): string {
  return `${metric} ${percentile}`
}
