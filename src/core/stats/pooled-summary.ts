// The summary of a run that generated nothing: figures of its output are not measured, rather than 0.
import { latencyOf, ofLatencies, metricNames } from '#core/metrics/latencies.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { listedDurations } from './durations/durations.ts'
import { metricStats } from './metric-stats.ts'

const tokenTimes = metricNames.filter((name) => latencyOf(name).applies === 'token-times')

export function pooledSummary(summary: RunSummary, percentiles: readonly number[]): RunSummary {
  const nothing = metricStats(listedDurations(new Float64Array()), percentiles)
  return {
    ...summary,
    maxOutputTokensPerS: null,
    // Made of the times of tokens.
    steadyState: null,
    metrics: { ...summary.metrics, ...ofLatencies(tokenTimes, () => nothing) },
  }
}
