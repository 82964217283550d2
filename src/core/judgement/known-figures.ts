// Figures of a run, each with the interval from its own requests.
import { pilesUp, steadyLoad, wholeRun, type SteadyLoad } from '#core/judgement/saturation.ts'
import { taskOf, type BackendChoice } from '#core/backends/backend-traits.ts'
import type { LatencyCertainty, ThroughputFactors } from '#core/model/run/certainty.ts'
import { includesWait, type MetricName } from '#core/metrics/latencies.ts'
import { type ComparedScalar, isLatency, type MetricStatistic } from '#core/metrics/figures.ts'
import type { ScalarMetric } from '#core/metrics/scalar-metric.ts'
import { scalars } from '#core/metrics/scalars.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { TelemetrySummary } from '#core/model/run/telemetry.ts'
import { concludedRequests } from '#core/stats/genuine-failures.ts'
import { shareInterval } from '#core/stats/certainty/share-interval.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import type { JudgedSummary } from './judged-run.ts'
import { clientShiftMs } from '#core/stats/certainty/client-shift.ts'
import {
  type Interval,
  type FigureEstimate,
  mostReach,
  productInterval,
} from '#core/stats/certainty/interval.ts'

/** A percentile of a latency, or its mean if null. */
export type LatencyStatistic = Readonly<{ metric: MetricName; percentile: number | null }>

/** Null if nothing was measured or the statistic was not requested. */
export function latencyFigure(
  summary: RunSummary,
  { metric, percentile }: LatencyStatistic,
): FigureEstimate | null {
  const value = figureOf(summary.metrics[metric], percentile)
  if (value === null) return null
  return { value, interval: latencyInterval(summary, { metric, percentile }) }
}

/** As shown: null if there were too few requests, if requests pile up, if it is missing, or if it is too wide to say anything. */
export function latencyInterval(summary: JudgedSummary, statistic: LatencyStatistic) {
  const figure = certainFigure(summary.certainty, statistic)
  const isShown = figure !== undefined && valuesNeeded(figure, summary) === null
  return isShown && !growsWithRun(summary, statistic) ? recordedInterval(summary, statistic) : null
}

/** Whether requests pile up, so that a latency that includes a wait depends on the length of the run. */
export function growsWithRun(summary: JudgedSummary, { metric }: Pick<LatencyStatistic, 'metric'>) {
  return includesWait(metric) && pilesUp(summary)
}

type JudgedLatencies = Pick<RunSummary, 'certainty' | 'client' | 'metrics'>

/**
 * Interval of any width; extends downwards by the probable delay from late reads. TTFT is part of E2EL, so it ends no higher, and
 * E2EL begins no lower.
 */
export function recordedInterval(
  summary: JudgedLatencies,
  { metric, percentile }: LatencyStatistic,
): Interval | null {
  const intervalOf = (name: MetricName) => {
    const statistic = { metric: name, percentile }
    const own = certainFigure(summary.certainty, statistic)?.intervalMs ?? null
    return own && beforeClient(own, summary, statistic)
  }
  const own = intervalOf(metric)
  if (own === null) return null
  if (metric === 'ttft')
    return { ...own, high: Math.min(own.high, intervalOf('e2el')?.high ?? Infinity) }
  return metric === 'e2el' ? { ...own, low: Math.max(own.low, intervalOf('ttft')?.low ?? 0) } : own
}

/** Number of values for which a figure has an interval that is shown; null if it has one. */
export function valuesNeeded(
  { metric, percentile, intervalMs, fewestValues }: LatencyCertainty,
  { metrics }: Pick<RunSummary, 'metrics'>,
): number | null {
  const value = figureOf(metrics[metric], percentile) ?? 0
  if (intervalMs === null) return fewestValues
  if (value <= 0 || intervalMs.high <= mostReach * value) return null
  // The error of a logarithm falls with the square root of the number of values.
  const times = (Math.log(intervalMs.high / value) / Math.log(mostReach)) ** 2
  const count = metrics[metric === 'itl' ? 'e2el' : metric].count ?? 0
  return roundedUp(Math.max(fewestValues, times * count))
}

/** Two significant digits, because the number is an estimate. */
function roundedUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return unit * Math.ceil(count / unit)
}

/** Same interval from the spread within the run alone, for a search, which bounds the tail of a percentile itself. */
export function ownLatencyInterval(
  summary: JudgedLatencies,
  statistic: LatencyStatistic,
): Interval | null {
  const own = certainFigure(summary.certainty, statistic)?.ownIntervalMs
  return own ? beforeClient(own, summary, statistic) : recordedInterval(summary, statistic)
}

function beforeClient(
  { low, high }: Interval,
  summary: Pick<RunSummary, 'client' | 'metrics'>,
  statistic: LatencyStatistic,
): Interval {
  return { low: Math.max(0, low - clientShiftMs(summary, statistic)), high }
}

/** Standard error of a mean for weighting several runs; null if unknown, and for percentiles. */
export function meanSpreadErrorMs(
  { certainty }: Pick<RunSummary, 'certainty'>,
  statistic: LatencyStatistic,
): number | null {
  return certainFigure(certainty, statistic)?.spreadErrorMs ?? null
}

/** Standard errors by which a run shows that no waits for the KV cache reach this statistic; infinite if surely none do. */
export function cacheErrors(
  { certainty }: Pick<RunSummary, 'certainty'>,
  statistic: LatencyStatistic,
): number {
  return certainFigure(certainty, statistic)?.cacheErrors ?? Infinity
}

/** Whether a run has no interval because a longer one may see waits for the KV cache. */
export function isHiddenByCache(
  { certainty }: Pick<RunSummary, 'certainty'>,
  statistic: LatencyStatistic,
): boolean {
  return certainFigure(certainty, statistic)?.isHiddenByCache ?? false
}

/** Whether a run has too few requests for the interval of this statistic, not an interval of any width. */
export function isTooShort(
  { certainty }: Pick<RunSummary, 'certainty'>,
  statistic: LatencyStatistic,
): boolean {
  return certainFigure(certainty, statistic)?.intervalMs === null
}

function certainFigure(
  certainty: RunSummary['certainty'],
  { metric, percentile }: LatencyStatistic,
): LatencyCertainty | undefined {
  return certainty?.figures.find(
    (figure) => figure.metric === metric && figure.percentile === percentile,
  )
}

/**
 * A throughput in the steady state (`steadyLoad`), a cost based on it, or another figure of the run. Null if not
 * requested, or absent from an imported file.
 */
export function throughputFigure(summary: RunSummary, name: ComparedScalar): FigureEstimate | null {
  const whole = summary[name]
  if (whole === null) return null
  const load = steadyLoad(summary)
  const power = powerOfThroughput(name)
  const value = whole * load.factor ** power
  const isUnknown = power !== 0 && load.lateness === null
  const { interval } = scalars[name].compared
  return { value, interval: isUnknown ? null : scalarInterval(summary, interval, { value, load }) }
}

/** 1 for a throughput, −1 for a cost based on one, 0 for other figures. */
export function powerOfThroughput(name: ComparedScalar): -1 | 0 | 1 {
  const { interval, family } = scalars[name].compared
  return family === 'throughput' ? 1 : isCost(interval) ? -1 : 0
}

/** A throughput as vLLM reports it, total ÷ duration of the whole run; or another figure of the run. */
export function wholeRunFigure(summary: RunSummary, name: ComparedScalar): FigureEstimate | null {
  const value = summary[name]
  if (value === null) return null
  const { interval } = scalars[name].compared
  return { value, interval: scalarInterval(summary, interval, { value, load: wholeRun }) }
}

/** Output tokens per second in the steady state; requests per second if tokens are not generated or not counted. */
export function mainThroughput({
  config,
  summary,
}: Readonly<{ config: BackendChoice; summary: RunSummary }>): number {
  const main = throughputFigure(summary, taskOf(config).throughputs[0])
  return (main ?? throughputFigure(summary, 'requestThroughput'))?.value ?? 0
}

/** Interval of any figure with a limit, of any width; null for failed requests, which are counted exactly. */
export function figureInterval(
  summary: RunSummary,
  { name, percentile }: MetricStatistic,
): Interval | null {
  if (isLatency(name)) return recordedInterval(summary, { metric: name, percentile })
  if (name === 'failedShare') return null
  if (name === 'goodShare') return summary.certainty?.goodShare ?? null
  return throughputFigure(summary, name)?.interval ?? null
}

function scalarInterval(
  summary: RunSummary,
  interval: IntervalName | ((telemetry: TelemetrySummary) => Interval | null),
  { value, load }: Readonly<{ value: number; load: SteadyLoad }>,
): Interval | null {
  if (typeof interval === 'string') return intervals[interval](summary, value, load)
  return summary.telemetry && interval(summary.telemetry)
}

type IntervalOf = (summary: RunSummary, value: number, load: SteadyLoad) => Interval | null

type IntervalName = Extract<NonNullable<ScalarMetric['compared']>['interval'], string>

const intervals: Readonly<Record<IntervalName, IntervalOf>> = {
  requests: (summary, value, load) => within(value, factorsAt(summary, load).requests),
  outputTokens: (summary, value, load) => within(value, factorsAt(summary, load).outputTokens),
  totalTokens: (summary, value, load) => within(value, factorsAt(summary, load).totalTokens),
  goodRequests: goodputInterval,
  trajectories: ({ certainty }, value) => {
    const factors = certainty?.throughput?.trajectories
    return factors === undefined ? null : within(value, factors)
  },
  made: (summary, value, load) => {
    const factors = factorsAt(summary, load).made
    return factors === undefined ? null : within(value, factors)
  },
  reasoningShare: ({ certainty }) => certainty?.reasoningShare ?? null,
  cachedShare: ({ certainty }) => certainty?.cachedShare ?? null,
  meanReasoningTokens: ({ certainty }) => certainty?.meanReasoningTokens ?? null,
  meanCachedTokens: ({ certainty }) => certainty?.meanCachedTokens ?? null,
  outputTokenCost: (summary, value, load) =>
    costWithin(value, factorsAt(summary, load).outputTokens),
  goodTokenCost: (summary, value, load) => {
    const factors = factorsAt(summary, load).goodTokens
    return factors === undefined ? null : costWithin(value, factors)
  },
  none: () => null,
}

function within(value: number, { low, high }: Interval): Interval {
  return { low: value * low, high: value * high }
}

/** Inverts the interval, because a higher throughput lowers the cost. */
function costWithin(value: number, { low, high }: Interval): Interval {
  return { low: value / high, high: value / low }
}

function isCost(interval: unknown): boolean {
  return interval === 'outputTokenCost' || interval === 'goodTokenCost'
}

/** Without individual requests, their number bounds the sampling error, as for independent requests. */
function factorsAt(summary: RunSummary, load: SteadyLoad): ThroughputFactors {
  const { certainty, completed } = summary
  const known = certainty?.throughput ?? null
  if (known !== null) {
    if (load.basis === 'whole-run') return known
    const offered = known.offered && withFailures(late(known.offered, load.lateness ?? 0), summary)
    // Runs of earlier versions only have the factors of the whole run.
    if (load.basis === 'steady') return bounded(known.steady ?? known, known, { ...load, offered })
    return offered ?? known
  }
  const requests = factorsOf(1 / Math.max(1, completed))
  // Outputs that end at random vary by at most their mean.
  const tokens = factorsOf(2 / Math.max(1, completed))
  return { requests, outputTokens: tokens, totalTokens: tokens }
}

/** A server above its capacity completes no less than in the whole run, and no more than was offered. */
function bounded(
  steady: ThroughputFactors,
  whole: ThroughputFactors,
  { offered, mostFactor, factor }: SteadyLoad & { offered: ThroughputFactors | undefined },
): ThroughputFactors {
  if (offered === undefined || mostFactor === undefined) return steady
  return mapped(steady, ({ low, high }, name) => ({
    low: Math.max(low, (whole[name]?.low ?? 0) / factor),
    high: Math.min(high, ((offered[name]?.high ?? Infinity) * mostFactor) / factor),
  }))
}

/** A server within this lateness may sustain proportionally less than the offered rate. */
function late(factors: ThroughputFactors, lateness: number): ThroughputFactors {
  return mapped(factors, ({ low, high }) => ({ low: low / (1 + lateness), high }))
}

/** The completed part of an offered rate is as uncertain as the share of requests that completed. */
function withFailures(factors: ThroughputFactors, summary: RunSummary): ThroughputFactors {
  const { completed, clientCancelled } = summary
  const ended = concludedRequests(summary) + (clientCancelled ?? 0)
  if (completed === 0 || completed >= ended) return factors
  const { low, high } = shareInterval(completed, ended)
  const share = completed / ended
  const completion = { value: 1, interval: { low: low / share, high: high / share } }
  return mapped(factors, (interval) => productInterval({ value: 1, interval }, completion))
}

function mapped(
  factors: ThroughputFactors,
  change: (interval: Interval, name: keyof ThroughputFactors) => Interval,
): ThroughputFactors {
  const { requests, outputTokens, totalTokens, goodTokens, made } = factors
  return {
    requests: change(requests, 'requests'),
    outputTokens: change(outputTokens, 'outputTokens'),
    totalTokens: change(totalTokens, 'totalTokens'),
    ...(goodTokens && { goodTokens: change(goodTokens, 'goodTokens') }),
    ...(made && { made: change(made, 'made') }),
  }
}

function factorsOf(variance: number): Interval {
  const reach = 1.96 * Math.sqrt(variance)
  return { low: Math.exp(-reach), high: Math.exp(reach) }
}

/** Rate of requests with any outcome × share of good requests. */
function goodputInterval(summary: RunSummary, value: number, load: SteadyLoad): Interval | null {
  const { durationS, completed, failed, rejected, clientCancelled, certainty } = summary
  const ended = completed + (failed ?? 0) + (rejected ?? 0) + (clientCancelled ?? 0)
  const rate = (ended / durationS) * load.factor
  const requests = intervals.requests(summary, rate, load)
  const share = certainty?.goodShare ?? null
  if (requests === null || share === null || rate === 0) return null
  return productInterval(
    { value: rate, interval: requests },
    { value: value / rate, interval: share },
  )
}
