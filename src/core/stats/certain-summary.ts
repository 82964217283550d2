// Summary of a run with the uncertainty of its figures.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { latencyOf, metricNames, ofLatencies } from '#core/metrics/latencies.ts'
import { choicesAsked } from '../workload/asked-lengths.ts'
import { countsTokens } from './as-asked.ts'
import { certaintyOf } from './certainty/certainty-of-run.ts'
import type { DurationTally } from './durations/duration-tally.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { steadyStateOptionsOf } from './certainty/steady-window.ts'
import { summarizeRun } from './summarize-run.ts'
import { listedDurations } from './durations/durations.ts'
import { metricStats, MetricValues } from './metric-stats.ts'

type SummarizedRun = Readonly<{
  config: BenchmarkConfig
  durationS: number
  client: ClientHealth | null
  /** Gaps between tokens of all responses; counted from `requests` if absent. */
  gaps?: DurationTally
  /** Maximum difference between clocks of different machines; 0 if one clock recorded all times. */
  placementErrorS?: number
}>

export function summaryWithCertainty(
  requests: Iterable<MeasuredRequest>,
  { config, durationS, client, gaps, placementErrorS = 0 }: SummarizedRun,
): RunSummary {
  const reported = { percentiles: config.metricPercentiles, goodputLimitsMs: config.goodput }
  const values = new MetricValues(gaps)
  const steadyState = steadyStateOptionsOf(config, durationS)
  const { pricePerHour } = config
  const choices = choicesAsked(config.extraBody)
  const summary = summarizeRun(requests, {
    ...{ ...reported, values, pricePerHour, durationS, client, choices, steadyState },
  })
  const steadyWindow = summary.steadyState?.window ?? null
  const known = { values, ...(gaps !== undefined && { gaps }) }
  const certainty = certaintyOf(requests, {
    ...{ ...reported, ...known, steadyWindow, placementErrorS },
  })
  if (countsTokens(summary)) return { ...summary, certainty }
  const figures = certainty.figures.filter(
    ({ metric }) => latencyOf(metric).dividesByTokens !== true,
  )
  const goodShare = summary.requestGoodput === null ? null : certainty.goodShare
  return { ...summary, certainty: { ...certainty, figures, goodShare } }
}

// Summary of a run that generated nothing: figures of its output are unmeasured rather than 0.
const tokenTimes = metricNames.filter((name) => latencyOf(name).applies === 'token-times')

export function pooledSummary(summary: RunSummary, percentiles: readonly number[]): RunSummary {
  const nothing = metricStats(listedDurations(new Float64Array()), percentiles)
  return {
    ...summary,
    maxOutputTokensPerS: null,
    // Derived from the times of tokens.
    steadyState: null,
    metrics: { ...summary.metrics, ...ofLatencies(tokenTimes, () => nothing) },
  }
}
