// Whether a run kept the pace of its requests. Formulas and their error rates: docs/measuring.md.
import { latenessAt } from '#core/stats/certainty/response-pace.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { concludedRequests, genuineFailures, rejectedShare } from '#core/stats/genuine-failures.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { PaceState, Reason } from './judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

type Evidence = Reason['evidence']

export type Pace = Readonly<{
  state: PaceState
  /** Figures of a run that is behind; null for any other. */
  behind: Evidence | null
  /** Figures of a run that is long enough to keep the pace surely and does not; null for any other. */
  unsure: Evidence | null
}>

/** Shares of the schedule. Lateness is near load ÷ capacity − 1 above the capacity, and near 0 below it. */
const limits = {
  /** Lateness beyond which a run is behind: against the pace of a light load, and against its own fastest requests. */
  lateness: { light: 0.07, own: 0.05 },
  /** And at least this share of a usual response, whose length varies by chance. */
  responsesLate: { light: 0.1, own: 0.25 },
  /** Lateness that is enough in a run that it makes later by a long response. */
  longLateness: 0.025,
  /** The least wait among the last requests: a queue that never empties, as a share and, of long runs, in seconds. */
  standingWait: { most: 0.04, least: 0.015, seconds: 0.9 },
  /** Of an imported run, whose requests are not known one by one. */
  drain: 0.1,
} as const

/** One rejection in a hundred requests leaves the load as it was asked for. */
export const tolerableRejectedShare = 0.01

/** A run that surely kept the pace: late by no more than this, and long enough to judge. */
const kept = { lateness: 0.03, standingWait: 0.01, responsesLong: 4 } as const

/** Growth of requests in flight and of their latency, both, before they count as piling up. */
const leastGrowth = 0.2

export function paceOf(config: JudgedConfig, summary: JudgedSummary): Pace {
  const { requestRate } = config
  if (requestRate === 'inf' || config.rampUpStrategy !== null)
    return { state: 'not-asked', behind: null, unsure: null }
  const pace = summary.certainty?.pace ?? null
  if (pace === null) return fromDuration(requestRate, summary)
  const light = summary.lightPace ?? null
  const lateness = latenessAt(light ?? pace.fastest, pace)
  const rejections = rejectedPerAdmitted(summary)
  const standingWait = pace.standingWaitS / pace.scheduleS
  const growth = growthOf(summary)
  const reference = light === null ? 'own' : 'light'
  const { mean, median, std } = summary.metrics.e2el
  const usualS = Math.max(median, (mean + 2 * (std ?? 0)) / 4) / 1000
  const longS = (mean + 2 * (std ?? 0)) / 1000
  const isLate =
    (lateness > limits.lateness[reference] &&
      lateness * pace.scheduleS > limits.responsesLate[reference] * usualS) ||
    (lateness > limits.longLateness && lateness * pace.scheduleS > longS)
  const isBehind = isLate || rejections > limits.lateness[reference]
  if (isBehind || standingWait > standingLimit(pace.scheduleS) || growth !== null) {
    const askedPerS = summary.certainty?.rate?.asked ?? requestRate
    const endedPerS = askedPerS / (1 + Math.max(0, lateness, standingWait, rejections))
    const answeredPerS = endedPerS * (1 - failedShare(summary))
    return { state: 'behind', behind: { askedPerS, answeredPerS, ...growth }, unsure: null }
  }
  const isLongEnough = pace.scheduleS >= (kept.responsesLong * summary.metrics.e2el.mean) / 1000
  const hasKept =
    isLongEnough &&
    lateness <= kept.lateness &&
    standingWait <= kept.standingWait &&
    rejectedShare(summary) <= tolerableRejectedShare
  if (hasKept) return { state: 'kept', behind: null, unsure: null }
  const latenessShare = Math.max(lateness, standingWait)
  return { state: 'not-known', behind: null, unsure: isLongEnough ? { latenessShare } : null }
}

function standingLimit(scheduleS: number): number {
  const { most, least, seconds } = limits.standingWait
  return Math.min(most, Math.max(least, seconds / scheduleS))
}

/** Lateness that a search takes for the end of what a server keeps up with. */
export const tolerableLateness = limits.lateness.own

/** Of a run shorter than two responses, chance moves the last one too far: only a standing queue counts. */
const fewestResponsesLong = 2

/** Null where no steady rate was asked for, or the run recorded no pace. */
export function latenessOf(config: JudgedConfig, summary: JudgedSummary): number | null {
  const pace = summary.certainty?.pace ?? null
  if (config.requestRate === 'inf' || config.rampUpStrategy !== null || pace === null) return null
  const standingWait = pace.standingWaitS / pace.scheduleS
  const known = Math.max(standingWait, rejectedPerAdmitted(summary))
  if (pace.scheduleS < (fewestResponsesLong * summary.metrics.e2el.mean) / 1000) return known
  return Math.max(known, latenessAt(summary.lightPace ?? pace.fastest, pace))
}

/** Requests rejected per request admitted: load ÷ capacity − 1 of a server that rejects what exceeds its capacity. */
function rejectedPerAdmitted(summary: JudgedSummary): number {
  const share = rejectedShare(summary)
  return share / (1 - share)
}

/** A request that fails ends without a response. */
function failedShare(summary: JudgedSummary): number {
  return (genuineFailures(summary) ?? 0) / concludedRequests(summary)
}

/** The whole run against its schedule and one response more. */
function fromDuration(requestRate: number, summary: JudgedSummary): Pace {
  const { completed, durationS } = summary
  const scheduleS = concludedRequests(summary) / requestRate
  const isBehind = durationS > scheduleS * (1 + limits.drain) + generationS(summary)
  if (!isBehind) return { state: 'not-known', behind: null, unsure: null }
  return {
    state: 'behind',
    behind: { askedPerS: requestRate, answeredPerS: completed / durationS },
    unsure: null,
  }
}

/** How long the longest response takes once it has begun, as far as the percentiles of the run show. */
function generationS({ metrics: { e2el, ttft } }: JudgedSummary): number {
  if (e2el.max !== null && ttft.max !== null) return (e2el.max - ttft.max) / 1000
  return (figureOf(e2el, 99) ?? e2el.median) / 1000
}

/** Both grow where requests pile up, however slowly; null where they do not. */
function growthOf({ certainty }: JudgedSummary): Evidence | null {
  if (certainty?.steadiness?.state !== 'drifting') return null
  const { inFlightChange, latencyChange } = certainty.steadiness
  return Math.min(inFlightChange, latencyChange) < leastGrowth
    ? null
    : { inFlightChange, latencyChange }
}

// How many requests it takes to distinguish every requested percentile.
type DemandingPercentile = Readonly<{ percentile: number; fewestRequests: number }>

/** The percentile that takes the most requests, the higher of equals; null where none is requested. Min and max need none. */
export function demandingPercentile(percentiles: readonly number[]): DemandingPercentile | null {
  const demands = percentiles
    .filter((percentile) => percentile > 0 && percentile < 100)
    .map((percentile) => ({ percentile, fewestRequests: fewestValuesFor(percentile) }))
  const isMore = (a: DemandingPercentile, b: DemandingPercentile) =>
    b.fewestRequests - a.fewestRequests || b.percentile - a.percentile
  return demands.toSorted(isMore)[0] ?? null
}
