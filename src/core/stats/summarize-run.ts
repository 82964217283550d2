// All numbers of a run's report, computed from its requests, and their uncertainty.
import {
  answerLatencies,
  latencyOf,
  ofLatencies,
  reportableMetricNames,
  metricNames,
} from '#core/metrics/latencies.ts'
import { carriedRate } from '#core/stats/carried-rate.ts'
import { computedScalars } from '#core/stats/scalar-values.ts'
import type { Certainty } from '#core/model/run/certainty.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import { unmeasured } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { AsAskedTally, countsTokens } from './as-asked.ts'
import { ConversationTally } from './conversation-tally.ts'
import { ErrorGroups } from './genuine-failures.ts'
import { type GoodputLimits, RunTotals } from './run-totals.ts'
import { type MeasuredRequest, isSuccess } from '#core/records/measured-request.ts'
import { MetricValues, metricStats } from './metric-stats.ts'
import { PeaksBySecond } from './peaks.ts'
import { RequestSpans } from './request-spans.ts'
import { SteadyMetrics } from './certainty/steady-metrics.ts'
import { type SteadyStateOptions, steadyStateOptionsOf } from './certainty/steady-window.ts'
import { firstKinds, outputKinds, type FirstKind } from '#core/records/request-outcome.ts'
import { listedDurations } from './durations/durations.ts'
import { NumberList } from './durations/number-list.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { changesRate } from '#core/traits/load-traits.ts'
import { choicesAsked } from '#core/workload/asked-lengths.ts'
import { certaintyOf } from './certainty/certainty-of-run.ts'
import type { DurationTally } from './durations/duration-tally.ts'

type SummaryOptions = Readonly<{
  /** From the start of the schedule to the last response. */
  durationS: number
  /** 0–100, from `--metric-percentiles`. */
  percentiles: readonly number[]
  goodputLimitsMs: GoodputLimits
  /** Price of the whole server; null if unknown. */
  pricePerHour?: number | null
  client: ClientHealth | null
  /** Choices per response (`n`). */
  choices?: number
  /** Null if no steady state is requested. */
  steadyState?: SteadyStateOptions | null
  /** Empty; filled here for use by the caller. */
  values?: MetricValues
}>

/**
 * Iterates twice without retaining requests: the second pass counts per second and within a window that the first pass finds.
 * They never need to be in memory together.
 */
export function summarizeRun(
  requests: Iterable<MeasuredRequest>,
  {
    durationS,
    percentiles,
    goodputLimitsMs,
    pricePerHour = null,
    client,
    choices = 1,
    steadyState: steadyOptions = null,
    values = new MetricValues(),
  }: SummaryOptions,
): RunSummary {
  const totals = new RunTotals(goodputLimitsMs)
  const spans = new RequestSpans()
  const firsts = new FirstTimeValues()
  const errors = new ErrorGroups()
  const asAsked = new AsAskedTally(choices)
  let place = 0
  const conversations = new ConversationTally()
  for (const request of requests) {
    totals.add(request)
    values.add(request)
    spans.add(request)
    firsts.add(request)
    asAsked.add(request, place++)
    conversations.add(request)
    if (request.error !== null) errors.add(request.error)
  }
  const peaks = new PeaksBySecond(spans)
  const steady = SteadyMetrics.between(spans, steadyOptions)
  for (const request of requests) {
    peaks.add(request)
    steady?.add(request)
  }
  const asked = asAsked.summary()
  const tally = totals.tally()
  const isCounted = countsTokens({ asAsked: asked, completed: tally.completed })
  const judgesTokens = answerLatencies.some(
    (name) => goodputLimitsMs[name] !== undefined && latencyOf(name).dividesByTokens === true,
  )
  const steadyState = steady?.summary(percentiles) ?? null
  return {
    ...computedScalars({
      ...tally,
      ...(!isCounted && judgesTokens && { good: null, goodTokens: null }),
      countsTokens: isCounted,
      durationS,
      pricePerHour,
      peakEvents: peaks.tokenEvents,
      peakRequests: peaks.requests,
      peakConcurrency: spans.peakConcurrency(),
    }),
    ...(tally.readAtOnce > 0 && { readAtOnce: tally.readAtOnce }),
    ...(tally.recounted > 0 && { reasoningRecounted: tally.recounted }),
    metrics: ofLatencies(reportableMetricNames, (name) =>
      isCounted || latencyOf(name).dividesByTokens !== true
        ? values.statsOf(name, percentiles)
        : unmeasured,
    ),
    firsts: firsts.stats(percentiles),
    steadyState: isCounted ? steadyState : withoutTokens(steadyState),
    conversations: conversations.summary(percentiles),
    probes: null,
    server: null,
    telemetry: null,
    certainty: null,
    ...(asked !== undefined && { asAsked: asked }),
    errors: errors.list(),
    client,
  }
}

function withoutTokens(steady: RunSummary['steadyState']): RunSummary['steadyState'] {
  if (steady === null) return null
  return { ...steady, outputThroughput: null, totalTokenThroughput: null, tpot: unmeasured }
}

/** Times of the first chunk, content, reasoning and tool call, if they differ from TTFT. Exported for tests. */
export class FirstTimeValues {
  readonly #valuesS: Readonly<Record<FirstKind, NumberList>> = {
    chunk: new NumberList(),
    content: new NumberList(),
    reasoning: new NumberList(),
    toolCall: new NumberList(),
  }
  #hasMereChunks = false

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    const { firstS, ttftS } = request
    if (firstS.chunk !== null && firstS.chunk !== ttftS) this.#hasMereChunks = true
    for (const kind of firstKinds) if (firstS[kind] !== null) this.#valuesS[kind].add(firstS[kind])
  }

  stats(percentiles: readonly number[]): RunSummary['firsts'] {
    const stats = this.#tellingKinds().map((kind) => {
      const durations = listedDurations(this.#valuesS[kind].all)
      return [kind, metricStats(durations, percentiles)] as const
    })
    return Object.fromEntries(stats)
  }

  /** A chunk that is not a token, and the kinds of output if there is more than plain content. */
  #tellingKinds(): FirstKind[] {
    const came = outputKinds.filter((kind) => this.#valuesS[kind].length > 0)
    return [
      ...(this.#hasMereChunks ? (['chunk'] as const) : []),
      ...(came.some((kind) => kind !== 'content') ? came : []),
    ]
  }
}

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
  const isChanging = changesRate(config)
  const certainty: Certainty = {
    ...certaintyOf(requests, {
      ...{ ...reported, ...known, steadyWindow, placementErrorS, changesRate: isChanging },
      pauseS: client && client.loopDelayMaxUs / 1e6,
    }),
    ...(isChanging && { carried: carriedRate(requests) }),
  }
  if (countsTokens(summary)) return { ...summary, certainty }
  const figures = certainty.figures.filter(
    ({ metric }) => latencyOf(metric).dividesByTokens !== true,
  )
  const goodShare = summary.requestGoodput === null ? null : certainty.goodShare
  return { ...summary, certainty: { ...certainty, figures, goodShare } }
}

const tokenTimes = metricNames.filter((name) => latencyOf(name).applies === 'token-times')

/** Summary of a run that generated nothing: figures of its output are unmeasured rather than 0. */
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
