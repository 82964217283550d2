// Whether a run meets the limits of its sweep, and by what margin. Formulas: docs/measuring/searches.md.
import { message, type Message } from '#core/messages/message.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import { includesWait, latencyOf, type MetricName } from '#core/metrics/latencies.ts'
import type { FigureLack } from '#core/metrics/figure-lack.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { LatencyLimit, SweepLimit } from '#core/model/sweep.ts'
import type { FigureEstimate, Interval } from '../stats/certainty/interval.ts'
import {
  figureInterval,
  isHiddenByCache,
  isTooShort,
  throughputFigure,
} from '#core/judgement/known-figures.ts'
import { mergedFigure } from '../stats/certainty/merged-figure.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Judgement } from '#core/model/run/judgement.ts'
import { figureOf } from '../stats/figure-of.ts'
import { concludedRequests, genuineFailures } from '../stats/genuine-failures.ts'
import { refusesLoad } from '#core/judgement/saturation.ts'
import { waitsInClient } from './client-wait.ts'

/**
 * `undecided` if the interval of the metric crosses the bound, the run is too short for one, or a longer run may wait for the KV
 * cache; `unknown` if the run lacks the metric, or is not usable.
 */
export type LimitState = 'held' | 'broken' | 'undecided' | 'unknown'

export type LimitOutcome = Readonly<{
  limit: SweepLimit
  /** Value in the unit of the metric; null if the run lacks it or completed nothing. */
  value: number | null
  state: LimitState
  /** Interval of the value if it crosses the bound. */
  crossing: Interval | null
  /** Undecided because a longer run may wait for the KV cache; absent if not. */
  isHiddenByCache?: true
  /** Undecided because the run is too short for an interval, and the latency is near the bound; absent if not. */
  isVague?: true
  /**
   * Broken because the server refuses requests of this load, or falls behind, so that the latency grows for as long as it does;
   * absent if not.
   */
  beyond?: 'refuses' | 'grows'
  /** Wait in the client for a slot, included in a latency because users wait for it too; 0 if negligible. */
  waitMs: number
  /** Remaining margin: for a share its difference from the bound, else a share of the bound. Negative if broken. */
  margin: number | null
  lack: FigureLack | null
}>

/** If its benchmark is absent, the latencies of a run count from sending. */
type JudgedPoint = Readonly<{ summary: RunSummary; config?: BenchmarkConfig }>

/** Remedy for a missing metric, shown when composing the sweep. */
export function lackRemedy(lack: FigureLack): Message {
  return message(`sweeps.lack.${lack}`)
}

/** One outcome per limit, in order. */
export function limitOutcomes(limits: readonly SweepLimit[], run: JudgedPoint): LimitOutcome[] {
  const judgement = run.config === undefined ? null : judgeRun({ ...run, config: run.config })
  return limits.map((limit) => {
    const outcome = believed(outcomeOf(limit, run), limit, judgement)
    return { limit, ...unlessRefused(outcome, limit, run) }
  })
}

/** Outcomes for a load with one or more runs: decided by the figure over all runs that have it, from `mergedFigure`. */
export function loadOutcomes(
  limits: readonly SweepLimit[],
  runs: readonly JudgedPoint[],
): LimitOutcome[] {
  const byRun = runs.map((run) => limitOutcomes(limits, run))
  return limits.map((limit, at) => {
    const outcomes = byRun.flatMap((one) => one[at] ?? [])
    const alone = outcomes.find(
      ({ value, state, waitMs }) => state === 'broken' && (value === null || waitMs > 0),
    )
    const above = outcomes.filter(({ beyond }) => beyond !== undefined)
    const most = above.length * 2 > outcomes.length ? above[0] : undefined
    const deciding = alone ?? most
    if (deciding !== undefined) return deciding
    const figures = outcomes.flatMap(({ value, state }, run) => {
      const summary = runs[run]?.summary
      if (value === null || state === 'unknown' || summary === undefined) return []
      return { value, interval: figureInterval(summary, limit) }
    })
    const figure = mergedFigure(figures)
    if (figure === null) return outcomes[0] ?? { limit, ...lacking('values') }
    // Failed requests are counted exactly.
    const interval = limit.name === 'failedShare' ? null : figure.interval
    return { limit, ...decided(limit, { ...figure, interval }, runs) }
  })
}

/** Worst state of any limit. */
export function limitsState(
  limits: readonly SweepLimit[],
  runs: readonly JudgedPoint[],
): LimitState {
  const states = loadOutcomes(limits, runs).map(({ state }) => state)
  const worst = (['broken', 'unknown', 'undecided'] as const).find((one) => states.includes(one))
  return worst ?? (runs.length === 0 ? 'unknown' : 'held')
}

export function latencyLimits(limits: readonly SweepLimit[]): LatencyLimit[] {
  return limits.flatMap((limit) => (isLatency(limit.name) ? [{ ...limit, name: limit.name }] : []))
}

/** Adds the percentiles that limits use to the benchmark. */
export function withNeededPercentiles<Config extends Pick<BenchmarkConfig, 'metricPercentiles'>>(
  config: Config,
  limits: readonly SweepLimit[],
): Config {
  const needed = limitPercentiles(limits)
  const asked = config.metricPercentiles
  const missing = [...new Set(needed)].filter((percentile) => !asked.includes(percentile))
  return missing.length === 0 ? config : { ...config, metricPercentiles: [...asked, ...missing] }
}

/** Percentiles used by limits, in order. */
export function limitPercentiles(limits: readonly SweepLimit[]): number[] {
  return limits.flatMap(({ percentile }) => percentile ?? [])
}

export type UnknownLimit = Readonly<{
  /** Position in the plan. */
  limit: number
  lack: FigureLack
}>

/** First limit whose metric no run has; null if there is none, or before a request completed. */
export function unknownLimit(
  limits: readonly SweepLimit[],
  runs: readonly JudgedPoint[],
): UnknownLimit | null {
  const shown = runs.filter(({ summary }) => summary.completed > 0)
  const [first, ...others] = shown.map((run) => limitOutcomes(limits, run))
  const limit = (first ?? []).findIndex((outcome, at) =>
    [outcome, ...others.map((one) => one[at])].every((one) => one?.state === 'unknown'),
  )
  const lack = first?.[limit]?.lack ?? null
  return lack === null ? null : { limit, lack }
}

type Outcome = Omit<LimitOutcome, 'limit'>

/** A run that is not usable shows no figure but its failures, and one of a server that falls behind no latency that lasts. */
function believed(outcome: Outcome, { name }: SweepLimit, judgement: Judgement | null): Outcome {
  if (judgement === null || outcome.value === null || name === 'failedShare') return outcome
  if (judgement.grade === 'not-usable') return { ...outcome, state: 'unknown', crossing: null }
  const grows = judgement.isSaturated && isLatency(name) && includesWait(name)
  return grows ? { ...outcome, state: 'broken', crossing: null, beyond: 'grows' } : outcome
}

/** Admitted requests do not show that a load is served of which the server refuses a part. */
function unlessRefused(outcome: Outcome, { name }: SweepLimit, { summary }: JudgedPoint): Outcome {
  const isKnown = outcome.value !== null && outcome.state !== 'unknown'
  if (!isKnown || countsRefused(name) || !refusesLoad(summary)) return outcome
  return { ...outcome, state: 'broken', crossing: null, beyond: 'refuses' }
}

/** Shares of requests, and latencies with retries, count the refused requests themselves. */
function countsRefused(name: SweepLimit['name']): boolean {
  return isLatency(name)
    ? latencyOf(name).applies === 'retried'
    : figureTraits[name].family === 'share'
}

function outcomeOf(limit: SweepLimit, { summary, config }: JudgedPoint): Outcome {
  const { name } = limit
  if (isLatency(name)) {
    const outcome = latencyOutcome({ ...limit, name }, summary)
    return config === undefined ? outcome : asDue(outcome, { ...limit, name }, { summary, config })
  }
  const value = valueOf(name, summary)
  if (value === null) return lacking(figureTraits[name].lack)
  return judged(limit, { value, interval: figureInterval(summary, limit) })
}

function valueOf(name: Exclude<SweepLimit['name'], MetricName>, summary: RunSummary) {
  if (name === 'failedShare') return failedShare(summary)
  if (name === 'goodShare') return goodShare(summary)
  return throughputFigure(summary, name)?.value ?? null
}

function judged({ name, bound }: SweepLimit, { value, interval }: FigureEstimate): Outcome {
  const { lowerIsBetter, family } = figureTraits[name]
  const room = lowerIsBetter ? bound - value : value - bound
  const isCrossed = interval !== null && isWithin(interval, bound)
  return {
    value,
    state: isCrossed ? 'undecided' : room >= 0 ? 'held' : 'broken',
    crossing: isCrossed ? interval : null,
    waitMs: 0,
    margin: family === 'share' ? room : room / bound,
    lack: null,
  }
}

export function isWithin({ low, high }: Interval, value: number): boolean {
  return low < value && value < high
}

/** Decides by runs that may all be too short, or hide waits of a longer one. */
function decided(limit: SweepLimit, figure: FigureEstimate, runs: readonly JudgedPoint[]): Outcome {
  const outcome = unlessHidden(judged(limit, figure), limit, runs)
  const { name, percentile, bound } = limit
  const isVague =
    figure.interval === null &&
    outcome.state !== 'undecided' &&
    isLatency(name) &&
    isWithin(longRunFactor, bound / figure.value) &&
    runs.every(({ summary }) => isTooShort(summary, { metric: name, percentile }))
  return isVague ? { ...outcome, state: 'undecided', isVague } : outcome
}

/** Latency in a long run ÷ that in a run too short for its interval, which has seen few of the longest waits; `bench/truth`. */
export const longRunFactor: Interval = { low: 1 / 1.5, high: 3 }

/** A latency does not surely hold its limit if each of its runs hides waits of a longer one. */
function unlessHidden(
  outcome: Outcome,
  { name, percentile }: SweepLimit,
  runs: readonly JudgedPoint[],
): Outcome {
  const isHidden =
    isLatency(name) &&
    runs.every(({ summary }) => isHiddenByCache(summary, { metric: name, percentile }))
  if (outcome.state !== 'held' || !isHidden) return outcome
  return { ...outcome, state: 'undecided', isHiddenByCache: true }
}

/** A run without responses breaks every latency limit. */
function latencyOutcome(limit: LatencyLimit, summary: RunSummary): Outcome {
  const { completed, metrics } = summary
  if (completed === 0) return broken
  const stats = metrics[limit.name]
  const value = figureOf(stats, limit.percentile)
  if (countsRejected(limit, summary)) return broken
  if (value === null) return lacking(stats.count === 0 ? 'values' : 'percentile')
  if (lacksAnswers(limit, summary)) return lacking('answers')
  return decided(limit, { value, interval: figureInterval(summary, limit) }, [{ summary }])
}

/**
 * Counts a latency from the due time of requests, because under a limit on requests in flight they wait in the client first. If
 * that queue grows, every latency limit breaks eventually.
 */
function asDue(
  sent: Outcome,
  { name, percentile, bound }: LatencyLimit,
  run: Required<JudgedPoint>,
): Outcome {
  const wait = run.summary.metrics.client_queue_time
  if (sent.value === null || !includesWait(name) || wait === undefined || !waitsInClient(run))
    return sent
  const waitMs = figureOf(wait, percentile) ?? wait.mean
  const value = sent.value + waitMs
  const isBroken = value > bound || judgeRun(run)?.isHeldBack === true
  const margin = (bound - value) / bound
  return isBroken ? { ...sent, value, waitMs, margin, state: 'broken', crossing: null } : sent
}

/** Independent of the values of completed requests. */
const broken: Outcome = {
  value: null,
  state: 'broken',
  waitMs: 0,
  crossing: null,
  margin: null,
  lack: null,
}

/** Requests rejected on every attempt are beyond every percentile of a latency with retries, and are excluded from means. */
function countsRejected(
  { name, percentile }: LatencyLimit,
  { rejected, completed }: RunSummary,
): boolean {
  if (latencyOf(name).applies !== 'retried' || !rejected) return false
  return rejected / (rejected + completed) > 1 - (percentile ?? 100) / 100
}

/** Responses that ended before an answer are beyond every percentile; a mean that includes them is undefined. */
function lacksAnswers(
  { name, percentile }: LatencyLimit,
  { metrics, unanswered }: RunSummary,
): boolean {
  if (latencyOf(name).applies !== 'reasoning' || !unanswered) return false
  const share = unanswered / (unanswered + (metrics[name].count ?? 0))
  return share > 1 - (percentile ?? 100) / 100
}

function lacking(lack: FigureLack): Outcome {
  return { value: null, state: 'unknown', crossing: null, waitMs: 0, margin: null, lack }
}

/** Null if not counted; 0 if nothing was sent. */
export function failedShare(summary: RunSummary): number | null {
  const failed = genuineFailures(summary)
  if (failed === null) return null
  return failed === 0 ? 0 : failed / concludedRequests(summary)
}

/** Null without goals. Rounded to whole requests, because goodput is stored per second. */
function goodShare(summary: RunSummary): number | null {
  const { requestGoodput, durationS } = summary
  const requests = concludedRequests(summary)
  if (requestGoodput === null || requests === 0) return requestGoodput === null ? null : 0
  return Math.round(requestGoodput * durationS) / requests
}
