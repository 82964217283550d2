// The summary of a run in which nothing was generated: what speaks of output has no values, not values of zero.
import type { RunSummary } from '../model/run/run-summary.ts'
import { listedDurations } from './durations/durations.ts'
import { metricStats } from './metric-stats.ts'

export function pooledSummary(summary: RunSummary, percentiles: readonly number[]): RunSummary {
  const nothing = metricStats(listedDurations(new Float64Array()), percentiles)
  return {
    ...summary,
    maxOutputTokensPerS: null,
    // Made of the times of tokens.
    steadyState: null,
    metrics: { ...summary.metrics, ttft: nothing, tpot: nothing, itl: nothing },
  }
}
