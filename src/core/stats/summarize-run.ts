// Every number of a run's report, derived from what happened to its requests.
import { ofLatencies, reportableMetricNames } from '#core/metrics/latencies.ts'
import { computedScalars } from '#core/metrics/scalar-values.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { ConversationTally } from './conversations/conversation-tally.ts'
import type { DurationTally } from './durations/duration-tally.ts'
import { ErrorGroups } from './genuine-failures.ts'
import { FirstTimeValues } from './first-times.ts'
import { type GoodputLimits, RunTotals } from './run-totals.ts'
import type { MeasuredRequest } from './measured-request.ts'
import { MetricValues } from './metric-stats.ts'
import { PeaksBySecond } from './peaks.ts'
import { RequestSpans } from './request-spans.ts'
import { SteadyMetrics } from './steady/steady-metrics.ts'
import type { SteadyStateOptions } from './steady/steady-window.ts'

type SummaryOptions = Readonly<{
  /** From the start of the schedule to the last answer. */
  durationS: number
  /** 0–100, as `--metric-percentiles` lists them. */
  percentiles: readonly number[]
  goodputLimitsMs: GoodputLimits
  /** Of the whole server; null where it is not known. */
  pricePerHour?: number | null
  client: ClientHealth | null
  /** Null where no steady state is looked for. */
  steadyState?: SteadyStateOptions | null
  /** Gaps between tokens of all answers, where they are counted already. */
  gaps?: DurationTally
}>

/**
 * Goes through the requests twice and holds on to none: the second pass counts by the second and within a window,
 * which the first pass finds. They need never be in memory together.
 */
export function summarizeRun(
  requests: Iterable<MeasuredRequest>,
  {
    durationS,
    percentiles,
    goodputLimitsMs,
    pricePerHour = null,
    client,
    steadyState = null,
    gaps,
  }: SummaryOptions,
): RunSummary {
  const totals = new RunTotals(goodputLimitsMs)
  const values = new MetricValues(gaps)
  const spans = new RequestSpans()
  const firsts = new FirstTimeValues()
  const errors = new ErrorGroups()
  const conversations = new ConversationTally()
  for (const request of requests) {
    totals.add(request)
    values.add(request)
    spans.add(request)
    firsts.add(request)
    conversations.add(request)
    if (request.error !== null) errors.add(request.error)
  }
  const peaks = new PeaksBySecond(spans)
  const steady = SteadyMetrics.between(spans, steadyState)
  for (const request of requests) {
    peaks.add(request)
    steady?.add(request)
  }
  return {
    ...computedScalars({
      ...totals.tally(),
      durationS,
      pricePerHour,
      peakEvents: peaks.tokenEvents,
      peakRequests: peaks.requests,
      peakConcurrency: spans.peakConcurrency(),
    }),
    ...(totals.readAtOnce > 0 && { readAtOnce: totals.readAtOnce }),
    ...(totals.recounted > 0 && { reasoningRecounted: totals.recounted }),
    metrics: ofLatencies(reportableMetricNames, (name) => values.statsOf(name, percentiles)),
    firsts: firsts.stats(percentiles),
    steadyState: steady?.summary(percentiles) ?? null,
    conversations: conversations.summary(percentiles),
    probes: null,
    server: null,
    telemetry: null,
    certainty: null,
    errors: errors.list(),
    client,
  }
}
