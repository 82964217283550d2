// Mean, spread and percentiles of one metric over a run.
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { Durations } from './durations/durations.ts'
import { quantileS } from './durations/quantile.ts'

const msPerS = 1000

/** Statistics in milliseconds; all zero without durations, as the original reports. `percentiles` are 0–100. */
export function metricStats(durations: Durations, percentiles: readonly number[]): MetricStats {
  const { count, meanS, deviationS } = durations
  return {
    count,
    mean: meanS * msPerS,
    median: quantileS(durations, 0.5) * msPerS,
    std: deviationS * msPerS,
    min: quantileS(durations, 0) * msPerS,
    max: quantileS(durations, 1) * msPerS,
    percentiles: percentiles.map((percentile) => ({
      percentile,
      value: quantileS(durations, percentile / 100) * msPerS,
    })),
  }
}
