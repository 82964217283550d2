// Findings of one run about each bound at its load: the excess over the bound, and its error. Formulas:
// docs/measuring/searches.md.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import {
  cacheErrors,
  figureInterval,
  meanSpreadErrorMs,
  ownLatencyInterval,
} from '#core/judgement/known-figures.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { clientShiftMs } from '#core/stats/certainty/client-shift.ts'
import { latenessOf } from '#core/judgement/lateness-of.ts'
import { refusesLoad, tolerableLateness } from '#core/judgement/saturation.ts'
import { rejectedShare } from '#core/stats/genuine-failures.ts'
import { failedShare, type LimitOutcome, limitOutcomes } from '../limits.ts'
import type { MeasuredTry } from './search-step.ts'

/**
 * A limit by its position in the plan, or an implicit requirement: requests get responses, at the rate at which they arrive, and
 * the run's own limit on requests in flight does not hold them back.
 */
export type Bound = number | 'answers' | 'pace' | 'in-flight'

export type BoundFinding = Readonly<{
  bound: Bound
  /** Positive if the bound is broken. */
  excess: number
  /** Standard error of the excess. */
  error: number
}>

/** Share of failures above which, if certain, a load counts as broken when the plan has no limit on errors. */
export const tolerableFailedShare = 0.01
const leastError = 1e-3
/** Half the width of a 95 % interval in standard errors. */
export const usualErrors = 1.96

/** Certainty that the runs of a search must reach. */
export type SearchRigour = Readonly<{
  /** Standard errors from its bound beyond which a load certainly meets or breaks it. */
  sureErrors: number
  /** Assumed error of a latency's logarithm, if the run is too short to show it. */
  assumedError: number
  /** Error of a 99th percentile's logarithm in a run with the minimum number of requests. */
  tailError: number
  /** Whether the error of a mean covers its whole interval, or only the spread within the run. */
  coversMeans: boolean
  /** Whether a line through several loads may narrow the interval. */
  usesLine: boolean
  /**
   * Distance in standard errors from the crossing of a line through long runs at several loads, beyond which a load is certain;
   * null if only a load's own runs and the isotonic fit decide.
   */
  lineErrors: number | null
}>

/**
 * For final answers, because some 20 checks must all be right. The factors are those for which the intervals of bench/truth are
 * valid.
 */
export const answering: SearchRigour = {
  sureErrors: 3,
  assumedError: 0.5,
  tailError: 1.2,
  coversMeans: true,
  usesLine: false,
  lineErrors: 2.6,
}

/** For exploring settings of a tuning: its model weighs many of them, and the winner is confirmed separately. */
export const exploring: SearchRigour = {
  sureErrors: usualErrors,
  assumedError: 0.1,
  tailError: 0,
  coversMeans: false,
  usesLine: true,
  lineErrors: null,
}
/** Caps the excess: a latency ten times its limit is no worse than one at three times. */
const mostExcess = 1

export function findingsOf(
  limits: readonly SweepLimit[],
  run: MeasuredTry,
  rigour: SearchRigour = answering,
): BoundFinding[] {
  const asked = limitOutcomes(limits, { summary: run.summary }).flatMap((outcome, bound) => {
    if (outcome.state === 'unknown') return []
    return { bound, ...limitExcess(outcome, run.summary, rigour) }
  })
  return [...asked, ...unaskedFindings(limits, run)].map(({ bound, excess, error }) => ({
    bound,
    excess: isImproving(limits, bound) ? excess : Math.min(excess, mostExcess),
    error: Math.max(error, leastError),
  }))
}

/** Whether a limit is broken only by the delay that late reads of the client added to its metric. */
export function isDecidedByClient(
  limits: readonly SweepLimit[],
  run: MeasuredTry,
  precision: number,
): boolean {
  return limitOutcomes(limits, { summary: run.summary }).some(
    ({ limit: { name, percentile, bound }, value }) => {
      if (!isLatency(name) || value === null || value <= bound) return false
      const shiftMs = clientShiftMs(run.summary, { metric: name, percentile })
      return value - shiftMs <= bound && shiftMs > precision * bound
    },
  )
}

/** Whether higher load improves the metric of a limit until the server saturates. */
export function isImproving(limits: readonly SweepLimit[], bound: Bound): boolean {
  const limit = typeof bound === 'number' ? limits[bound] : undefined
  return limit !== undefined && figureTraits[limit.name].improvesWithLoad === true
}

function unaskedFindings(limits: readonly SweepLimit[], run: MeasuredTry): BoundFinding[] {
  const { config, summary } = run
  const isAskedOfErrors = limits.some(({ name }) => name === 'failedShare')
  const lateness = latenessOf(config, summary)
  return [
    ...(isAskedOfErrors
      ? []
      : [{ bound: 'answers' as const, excess: unansweredExcess(summary), error: 0 }]),
    ...(lateness === null
      ? []
      : (
          [
            ['pace', lateness.server],
            ['in-flight', lateness.limit],
          ] as const
        )
          .filter(([bound]) => bound === 'pace' || config.maxConcurrency !== null)
          .map(([bound, { late, error }]) => ({ bound, excess: late - tolerableLateness, error }))),
  ]
}

/** Failures are chance unless they surely exceed the share; a server refuses load by intent. */
function unansweredExcess(summary: RunSummary): number {
  const failed = failedShare(summary) ?? 0
  const surelyFailed = failed - usualErrors * shareError(failed, summary)
  const refused = refusesLoad(summary) ? rejectedShare(summary) : 0
  return Math.max(surelyFailed, refused) - tolerableFailedShare
}

type Excess = Omit<BoundFinding, 'bound'>

/** Lower bound of the ratio to the bound, because 0 has no logarithm. */
const leastRatio = 1e-3

/** Shares are compared linearly, other metrics by logarithm because they differ by factors. */
function limitExcess(
  { limit, value, margin }: LimitOutcome,
  summary: RunSummary,
  rigour: SearchRigour,
): Excess {
  if (value === null || margin === null) return { excess: mostExcess, error: leastError }
  const { family, lowerIsBetter } = figureTraits[limit.name]
  const { name, percentile } = limit
  const interval = isLatency(name)
    ? ownLatencyInterval(summary, { metric: name, percentile })
    : figureInterval(summary, limit)
  if (family === 'share') {
    return { excess: -margin, error: errorIn(interval) ?? shareError(value, summary) }
  }
  const ratio = Math.max(leastRatio, value / limit.bound)
  const excess = lowerIsBetter ? Math.log(ratio) : -Math.log(ratio)
  const spread = rigour.coversMeans ? null : spreadError(summary, limit, value)
  const own = spread ?? logError(interval, rigour)
  const waits = excess < 0 ? cacheError(limit, summary, excess) : 0
  return { excess, error: Math.max(own, waits, tailError(limit, summary, rigour)) }
}

/** A percentile within its bound is as sure as it is that a longer run would not wait for the KV cache. */
function cacheError({ name, percentile }: SweepLimit, summary: RunSummary, excess: number): number {
  return isLatency(name) ? -excess / cacheErrors(summary, { metric: name, percentile }) : 0
}

/** Error of a mean's logarithm from its spread within the run alone; null for other metrics. */
function spreadError(
  summary: RunSummary,
  { name, percentile }: SweepLimit,
  value: number,
): number | null {
  if (!isLatency(name) || value <= 0) return null
  const errorMs = meanSpreadErrorMs(summary, { metric: name, percentile })
  return errorMs === null ? null : errorMs / value
}

/**
 * Error of a percentile beyond the run's own interval: a tail consists of few slow events, and the next run has different ones.
 */
function tailError(
  { percentile }: SweepLimit,
  { completed }: RunSummary,
  rigour: SearchRigour,
): number {
  if (percentile === null) return 0
  const fewest = fewestValuesFor(percentile)
  return (rigour.tailError * fewest) / Math.sqrt(fewestValuesFor(99) * Math.max(1, completed))
}

function logError(interval: Interval | null, { assumedError }: SearchRigour): number {
  if (interval === null || interval.low <= 0) return assumedError
  return Math.log(interval.high / interval.low) / (2 * usualErrors)
}

/** Uses the interval of the share, which accounts for clusters of slow requests. */
function errorIn(interval: Interval | null): number | null {
  return interval && (interval.high - interval.low) / (2 * usualErrors)
}

/** Binomial error of a share of requests; never 0, because one more request might differ. */
function shareError(
  share: number,
  { completed, failed }: Pick<RunSummary, 'completed' | 'failed'>,
): number {
  const requests = Math.max(1, completed + (failed ?? 0))
  return Math.sqrt((share * (1 - share) + 1 / requests) / requests)
}
