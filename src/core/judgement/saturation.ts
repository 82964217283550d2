// Whether a run kept the pace of its requests. Formulas and their error rates: docs/measuring.md.
import { figureOf } from '#core/stats/figure-of.ts'
import { latenessAt } from '#core/stats/certainty/response-pace.ts'
import type { ResponsePace } from '#core/model/run/certainty.ts'
import { concludedRequests, genuineFailures, rejectedShare } from '#core/stats/genuine-failures.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { PaceState, Reason } from './judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

type Evidence = Reason['evidence']

export type Pace = Readonly<{
  state: PaceState
  /** Figures of a run that is behind; null for any other. */
  behind: Evidence | null
  /** Figures of a run whose own limit on requests in flight held them back; null for any other. */
  heldBack: Evidence | null
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
  /** By the duration alone. */
  drain: 0.1,
} as const

/** One rejection in a hundred requests leaves the load as it was asked for. */
export const tolerableRejectedShare = 0.01

/** A run that surely kept the pace: late by no more than this, and long enough to judge. */
const kept = { lateness: 0.03, standingWait: 0.01, responsesLong: 4 } as const

/** Growth of requests in flight and of their latency, both, before they count as piling up. */
const leastGrowth = 0.2

type PacedRun = Readonly<{ config: JudgedConfig; summary: JudgedSummary; imported: boolean }>

export function paceOf({ config, summary, imported }: PacedRun): Pace {
  const { requestRate } = config
  if (requestRate === 'inf' || config.rampUpStrategy !== null)
    return { ...unknown, state: 'not-asked' }
  const pace = summary.certainty?.pace ?? null
  // A file of another program does not show whose wait a long run ended with.
  const isDurationShown = !imported && config.maxConcurrency === null
  if (pace === null) return isDurationShown ? fromDuration(requestRate, summary) : unknown
  const light = summary.lightPace ?? null
  const lateness = latenessAt(light ?? pace.fastest, pace)
  const rejections = rejectedPerAdmitted(summary)
  const standingWait = pace.standingWaitS / pace.scheduleS
  const growth = growthOf(summary)
  const reference = light === null ? 'own' : 'light'
  const { mean, median, std } = summary.metrics.e2el
  const usualS = Math.max(median, (mean + 2 * (std ?? 0)) / 4) / 1000
  const longS = (mean + 2 * (std ?? 0)) / 1000
  const isBehindBy = ({ lateness: late, standingWait: standing }: Delay) =>
    (late > limits.lateness[reference] &&
      late * pace.scheduleS > limits.responsesLate[reference] * usualS) ||
    (late > limits.longLateness && late * pace.scheduleS > longS) ||
    standing > standingLimit(pace.scheduleS)
  const isServerBehind = rejections > limits.lateness[reference] || growth !== null
  const delay = { lateness, standingWait }
  if (isServerBehind || isBehindBy(delay)) {
    const askedPerS = summary.certainty?.rate?.asked ?? requestRate
    const endedPerS = askedPerS / (1 + Math.max(0, lateness, standingWait, rejections))
    const rates = { askedPerS, answeredPerS: endedPerS * (1 - failedShare(summary)) }
    const held = heldDelay(config, pace)
    const rest = {
      lateness: lateness - held.lateness,
      standingWait: standingWait - held.standingWait,
    }
    return isServerBehind || isBehindBy(rest)
      ? { ...unknown, state: 'behind', behind: { ...rates, ...growth } }
      : {
          ...unknown,
          state: 'held-back',
          heldBack: { ...rates, limit: config.maxConcurrency ?? 0 },
        }
  }
  const isLongEnough = pace.scheduleS >= (kept.responsesLong * summary.metrics.e2el.mean) / 1000
  const hasKept =
    isLongEnough &&
    lateness <= kept.lateness &&
    standingWait <= kept.standingWait &&
    rejectedShare(summary) <= tolerableRejectedShare
  if (hasKept) return { ...unknown, state: 'kept' }
  const latenessShare = Math.max(lateness, standingWait)
  return { ...unknown, unsure: isLongEnough ? { latenessShare } : null }
}

const unknown: Pace = { state: 'not-known', behind: null, heldBack: null, unsure: null }

/** Shares of the schedule. */
type Delay = Readonly<{ lateness: number; standingWait: number }>

/** The part of a delay that requests spent in the client, because the run allows no more in flight. */
function heldDelay({ maxConcurrency }: JudgedConfig, { heldBack, scheduleS }: ResponsePace): Delay {
  if (maxConcurrency === null || heldBack === undefined) return { lateness: 0, standingWait: 0 }
  return { lateness: heldBack.lastS / scheduleS, standingWait: heldBack.standingS / scheduleS }
}

function standingLimit(scheduleS: number): number {
  const { most, least, seconds } = limits.standingWait
  return Math.min(most, Math.max(least, seconds / scheduleS))
}

/** Lateness that a search takes for the end of what a server keeps up with. */
export const tolerableLateness = limits.lateness.own

/** Of a run shorter than two responses, chance moves the last one too far: only a standing queue counts. */
const fewestResponsesLong = 2

/** How late a run is by its server, and by its own limit on requests in flight. */
export type Lateness = Readonly<{ server: number; limit: number }>

/** Null if no steady rate was requested, or the run recorded no pace. */
export function latenessOf(config: JudgedConfig, summary: JudgedSummary): Lateness | null {
  const pace = summary.certainty?.pace ?? null
  if (config.requestRate === 'inf' || config.rampUpStrategy !== null || pace === null) return null
  const held = heldDelay(config, pace)
  const standingWait = pace.standingWaitS / pace.scheduleS
  const isShort = pace.scheduleS < (fewestResponsesLong * summary.metrics.e2el.mean) / 1000
  const last = isShort ? 0 : latenessAt(summary.lightPace ?? pace.fastest, pace)
  const server = Math.max(last - held.lateness, standingWait - held.standingWait)
  return {
    server: Math.max(server, rejectedPerAdmitted(summary)),
    limit: Math.max(isShort ? 0 : Math.min(last, held.lateness), held.standingWait),
  }
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

/** Compares the whole run with its schedule and one response more: of runs of earlier versions nothing else is known. */
function fromDuration(requestRate: number, summary: JudgedSummary): Pace {
  const { completed, durationS } = summary
  const scheduleS = concludedRequests(summary) / requestRate
  const isBehind = durationS > scheduleS * (1 + limits.drain) + generationS(summary)
  if (!isBehind) return unknown
  const behind = { askedPerS: requestRate, answeredPerS: completed / durationS }
  return { ...unknown, state: 'behind', behind }
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
