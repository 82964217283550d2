// What one run says about each thing that has to hold at its load: how far it is beyond the bound, and how sure that is.
// Formulas: docs/measuring.md.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import { figureInterval, meanSpreadErrorMs } from '#core/stats/certainty/known-figures.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { clientShiftMs } from '#core/stats/certainty/client-shift.ts'
import { latenessOf, tolerableLateness } from '#core/judgement/saturation.ts'
import { failedShare, type LimitOutcome, limitOutcomes } from '../limits.ts'
import type { MeasuredTry } from './search-step.ts'

/**
 * A limit by its position in the plan, or what holds unasked: requests are answered, as fast as they arrive, and the run's
 * own limit on requests in flight does not hold them back.
 */
export type Bound = number | 'answers' | 'pace' | 'in-flight'

export type Finding = Readonly<{
  bound: Bound
  /** Above 0 where it is broken. */
  excess: number
  /** Standard error of the excess. */
  error: number
}>

/** Failures that are surely more than this break a load where the plan says nothing of errors. */
export const tolerableFailedShare = 0.01
/** Of the lateness of a run with one request: chance moves it by this much ÷ √requests. */
const latenessError = 0.4
const leastError = 1e-3
/** Standard errors in half an interval of 95 %. */
export const usualErrors = 1.96

/** How much the runs of a search must show before they count as sure. */
export type SearchRigour = Readonly<{
  /** Standard errors from its bound beyond which a load surely holds or does not. */
  sureErrors: number
  /** Logarithm of a latency whose run is too short to show how well it is known. */
  assumedError: number
  /** Logarithm of a 99th percentile, of a run with the fewest requests that show one. */
  tailError: number
  /** Whether the error of a mean is that of its whole interval, or that of its spread within the run. */
  coversMeans: boolean
  /** Whether a line through several loads may narrow the interval. */
  usesLine: boolean
}>

/** For an answer: some 20 looks must all be right. The factors are those with which the intervals of bench/truth hold. */
export const answering: SearchRigour = {
  sureErrors: 3,
  assumedError: 0.5,
  tailError: 1.2,
  coversMeans: true,
  usesLine: false,
}

/** For the settings that a tuning looks at: its model weighs many of them, and what it finds is confirmed by itself. */
export const exploring: SearchRigour = {
  sureErrors: usualErrors,
  assumedError: 0.1,
  tailError: 0,
  coversMeans: false,
  usesLine: true,
}
/** A latency ten times its limit is no more broken than one three times it. */
const mostExcess = 1

export function findingsOf(
  limits: readonly SweepLimit[],
  run: MeasuredTry,
  rigour: SearchRigour = answering,
): Finding[] {
  const asked = limitOutcomes(limits, run).flatMap((outcome, bound) => {
    if (outcome.state === 'unknown') return []
    return { bound, ...limitExcess(outcome, run.summary, rigour) }
  })
  return [...asked, ...unaskedFindings(limits, run)].map(({ bound, excess, error }) => ({
    bound,
    excess: isImproving(limits, bound) ? excess : Math.min(excess, mostExcess),
    error: Math.max(error, leastError),
  }))
}

/** Whether a limit is broken only by as much as late reads of the client lengthened its figure. */
export function isDecidedByClient(
  limits: readonly SweepLimit[],
  run: MeasuredTry,
  precision: number,
): boolean {
  return limitOutcomes(limits, run).some(({ limit: { name, percentile, bound }, value }) => {
    if (!isLatency(name) || value === null || value <= bound) return false
    const shiftMs = clientShiftMs(run.summary, { metric: name, percentile })
    return value - shiftMs <= bound && shiftMs > precision * bound
  })
}

/** The figure of a limit that more load improves until the server is full. */
export function isImproving(limits: readonly SweepLimit[], bound: Bound): boolean {
  const limit = typeof bound === 'number' ? limits[bound] : undefined
  return limit !== undefined && figureTraits[limit.name].improvesWithLoad === true
}

function unaskedFindings(limits: readonly SweepLimit[], run: MeasuredTry): Finding[] {
  const { config, summary } = run
  const failed = failedShare(summary) ?? 0
  const isAskedOfErrors = limits.some(({ name }) => name === 'failedShare')
  const surelyFailed = failed - usualErrors * shareError(failed, summary)
  const lateness = latenessOf(config, summary)
  return [
    ...(isAskedOfErrors
      ? []
      : [{ bound: 'answers' as const, excess: surelyFailed - tolerableFailedShare, error: 0 }]),
    ...(lateness === null
      ? []
      : (
          [
            ['pace', lateness.server],
            ['in-flight', lateness.limit],
          ] as const
        )
          .filter(([bound]) => bound === 'pace' || config.maxConcurrency !== null)
          .map(([bound, late]) => ({
            bound,
            excess: late - tolerableLateness,
            error: latenessError / Math.sqrt(summary.completed),
          }))),
  ]
}

type Excess = Omit<Finding, 'bound'>

/** Below this share of its bound a figure counts as this: what is 0 has no logarithm. */
const leastRatio = 1e-3

/** Shares as they are; other figures by their logarithm, since they differ by factors. */
function limitExcess(
  { limit, value, margin }: LimitOutcome,
  summary: RunSummary,
  rigour: SearchRigour,
): Excess {
  if (value === null || margin === null) return { excess: mostExcess, error: leastError }
  const { family, lowerIsBetter } = figureTraits[limit.name]
  const interval = figureInterval(summary, limit)
  if (family === 'share') {
    return { excess: -margin, error: errorIn(interval) ?? shareError(value, summary) }
  }
  const ratio = Math.max(leastRatio, value / limit.bound)
  const excess = lowerIsBetter ? Math.log(ratio) : -Math.log(ratio)
  const spread = rigour.coversMeans ? null : spreadError(summary, limit, value)
  const own = spread ?? logError(interval, rigour)
  return { excess, error: Math.max(own, tailError(limit, summary, rigour)) }
}

/** Error of the logarithm of a mean by its spread within the run alone; null for other figures. */
function spreadError(
  summary: RunSummary,
  { name, percentile }: SweepLimit,
  value: number,
): number | null {
  if (!isLatency(name) || value <= 0) return null
  const errorMs = meanSpreadErrorMs(summary, { metric: name, percentile })
  return errorMs === null ? null : errorMs / value
}

/** What a run cannot see of a percentile: the slow moments that a tail is made of are few, and the next run has others. */
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

/** Slow requests come together, which the interval of a share knows. */
function errorIn(interval: Interval | null): number | null {
  return interval && (interval.high - interval.low) / (2 * usualErrors)
}

/** Of a share of the requests, as if each had been drawn; never 0, since one more might have been otherwise. */
function shareError(
  share: number,
  { completed, failed }: Pick<RunSummary, 'completed' | 'failed'>,
): number {
  const requests = Math.max(1, completed + (failed ?? 0))
  return Math.sqrt((share * (1 - share) + 1 / requests) / requests)
}
