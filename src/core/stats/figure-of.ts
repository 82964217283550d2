// One figure out of the statistics of a latency: its mean, or one of its percentiles.
import type { MetricStats } from '#core/model/run/metric-stats.ts'

/** `percentile` 0–100, null for the mean; null where nothing was measured, or the run was not asked for it. */
export function figureOf(stats: MetricStats, percentile: number | null): number | null {
  if (stats.count === 0) return null
  if (percentile === null) return stats.mean
  if (percentile === 0) return stats.min
  if (percentile === 100) return stats.max
  return percentileOf(stats, percentile)
}

/** Of statistics that leave out the least and the most, as those of a list do. */
export function percentileOf(
  { count, median, percentiles }: Pick<MetricStats, 'count' | 'median' | 'percentiles'>,
  wanted: number,
): number | null {
  if (count === 0) return null
  if (wanted === 50) return median
  return percentiles.find(({ percentile }) => percentile === wanted)?.value ?? null
}
