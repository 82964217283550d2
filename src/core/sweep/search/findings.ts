// What one run says about each thing that has to hold at its load: how far it is beyond the bound, and how sure that is.
// Formulas: docs/measuring.md.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { ShareLimit, SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import {
  latencyInterval,
  meanSpreadErrorMs,
  type LatencyStatistic,
} from '#core/stats/certainty/known-figures.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { latenessOf, tolerableLateness } from '#core/judgement/saturation.ts'
import { failedShare, type LimitOutcome, limitOutcomes } from '../limits.ts'
import type { MeasuredTry } from './search-step.ts'

/** A limit by its position in the plan, or what holds unasked: requests are answered, and as fast as they come. */
export type Bound = number | 'answers' | 'pace'

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
/** Of a latency whose run is too short. */
const assumedError = 0.1
const leastError = 1e-3
/** Standard errors in half an interval of 95 %. */
export const sureErrors = 1.96
/** A latency ten times its limit is no more broken than one three times it. */
const mostExcess = 1

export function findingsOf(limits: readonly SweepLimit[], run: MeasuredTry): Finding[] {
  const asked = limitOutcomes(limits, run).flatMap((outcome, bound) => {
    if (outcome.held === null) return []
    return { bound, ...limitExcess(outcome, run.summary) }
  })
  return [...asked, ...unaskedFindings(limits, run)].map(({ bound, excess, error }) => ({
    bound,
    excess: Math.min(excess, mostExcess),
    error: Math.max(error, leastError),
  }))
}

function unaskedFindings(limits: readonly SweepLimit[], run: MeasuredTry): Finding[] {
  const { config, summary } = run
  const failed = failedShare(summary) ?? 0
  const isAskedOfErrors = limits.some(({ kind }) => kind === 'errors')
  const surelyFailed = failed - sureErrors * shareError(failed, summary)
  const lateness = latenessOf(config, summary)
  return [
    ...(isAskedOfErrors
      ? []
      : [{ bound: 'answers' as const, excess: surelyFailed - tolerableFailedShare, error: 0 }]),
    ...(lateness === null
      ? []
      : [
          {
            bound: 'pace' as const,
            excess: lateness - tolerableLateness,
            error: latenessError / Math.sqrt(summary.completed),
          },
        ]),
  ]
}

type Excess = Omit<Finding, 'bound'>

/** Latencies by their logarithm, since they differ by factors; shares as they are. */
function limitExcess({ limit, value, margin }: LimitOutcome, summary: RunSummary): Excess {
  if (value === null || margin === null) return { excess: mostExcess, error: leastError }
  if (limit.kind !== 'latency')
    return { excess: -margin, error: shareErrors[limit.kind](value, summary) }
  return { excess: Math.log(value / limit.mostMs), error: latencyError(summary, limit, value) }
}

/**
 * Of its logarithm. A mean by the spread within the run: its interval also covers what one run cannot show, which here the
 * other runs of the search do.
 */
function latencyError(summary: RunSummary, statistic: LatencyStatistic, valueMs: number): number {
  const errorMs = meanSpreadErrorMs(summary, statistic)
  if (errorMs !== null && valueMs > 0) return errorMs / valueMs
  const interval = latencyInterval(summary, statistic)
  if (interval === null || interval.low <= 0) return assumedError
  return Math.log(interval.high / interval.low) / (2 * sureErrors)
}

const shareErrors: Readonly<
  Record<ShareLimit['kind'], (share: number, summary: RunSummary) => number>
> = {
  goodput: goodShareError,
  errors: shareError,
  reasoningShare: (share, { certainty, ...summary }) =>
    intervalError(certainty?.reasoningShare) ?? shareError(share, summary),
  cachedShare: (share, { certainty, ...summary }) =>
    intervalError(certainty?.cachedShare) ?? shareError(share, summary),
}

function intervalError(interval: Interval | null | undefined): number | null {
  return interval ? (interval.high - interval.low) / (2 * sureErrors) : null
}

/** Slow requests come together, which the interval of the run knows. */
function goodShareError(share: number, summary: RunSummary): number {
  return intervalError(summary.certainty?.goodShare) ?? shareError(share, summary)
}

/** Of a share of the requests, as if each had been drawn; never 0, since one more might have been otherwise. */
function shareError(
  share: number,
  { completed, failed }: Pick<RunSummary, 'completed' | 'failed'>,
): number {
  const requests = Math.max(1, completed + (failed ?? 0))
  return Math.sqrt((share * (1 - share) + 1 / requests) / requests)
}
