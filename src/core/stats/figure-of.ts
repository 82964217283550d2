// A figure from the statistics of a latency: its mean or a percentile.
import type { MetricStats } from '#core/model/run/metric-stats.ts'

/** `percentile` 0–100, null for the mean; null if nothing was measured, or it was not requested. */
export function figureOf(stats: MetricStats, percentile: number | null): number | null {
  if (stats.count === 0) return null
  if (percentile === null) return stats.mean
  if (percentile === 0) return stats.min
  if (percentile === 100) return stats.max
  return percentileOf(stats, percentile)
}

/** For statistics without minimum and maximum, as in lists. */
export function percentileOf(
  { count, median, percentiles }: Pick<MetricStats, 'count' | 'median' | 'percentiles'>,
  wanted: number,
): number | null {
  if (count === 0) return null
  if (wanted === 50) return median
  return percentiles.find(({ percentile }) => percentile === wanted)?.value ?? null
}

/** Duration of the longest response after its first token, as far as the run's percentiles show. */
export function generationMs({
  e2el,
  ttft,
}: Readonly<Record<'e2el' | 'ttft', MetricStats>>): number {
  if (e2el.max !== null && ttft.max !== null) return e2el.max - ttft.max
  return figureOf(e2el, 99) ?? e2el.median
}
