// Whether a run kept the pace of its requests. Formulas and their error rates: docs/measuring/verdicts.md.
import { figureOf } from '#core/stats/figure-of.ts'
import { latenessAt, leastResponsesLong } from '#core/stats/certainty/response-pace.ts'
import { changesRate } from '#core/traits/load-traits.ts'
import type { ResponsePace } from '#core/model/run/certainty.ts'
import { concludedRequests, rejectedShare } from '#core/stats/genuine-failures.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { PaceState, Reason } from '#core/model/run/judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

type Evidence = Reason['evidence']

export type Pace = Readonly<{
  state: PaceState
  /** Figures of a run that is behind; null for any other. */
  behind: Evidence | null
  /** Figures of a run whose own limit on requests in flight held them back; null for any other. */
  heldBack: Evidence | null
  /** Figures of a run that does not surely keep the pace although it is long enough, or is near the capacity; else null. */
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
  standingWait: { most: 0.04, least: 0.01, seconds: 0.6 },
  /** Chance makes runs of few requests late by this ÷ √requests. */
  chance: { lateness: 0.6, standingWait: 0.3 },
  /** By the duration alone. */
  drain: 0.1,
} as const

/**
 * A run shows its load if it has this many requests, nearly all of them completed, and requests waited for this share of it.
 * An overload needs more of them.
 */
const shownLoad = {
  requests: 200,
  ofOverload: 400,
  completed: 0.99,
  waitingShare: 0.5,
  /** Standard error of the capacity beyond which no overload follows from it: the run is short beside its responses. */
  capacityError: 0.05,
} as const

/** Signs of a queue that a load above the capacity leaves, one of which suffices. */
const backlog = { lateness: 0.01, standingWait: 0.005, waitingShare: 0.7 } as const

/** One rejection in a hundred requests leaves the load as it was asked for. */
export const tolerableRejectedShare = 0.01

/** A run that surely kept the pace: late by no more than this, and long enough to judge. */
const kept = { lateness: 0.03, standingWait: 0.01 } as const

/** Signs that a load is near the capacity or above it. */
const near = {
  surelyShare: 0.25,
  /** Fewer waits are enough if requests vary so much in length that this run may have asked for much less than the next. */
  varied: { loadError: 0.035, surelyShare: 0.15 },
  /** Requests slow each other down; in runs of more mean E2EL than `responses` a queue shows instead. */
  loadToLimit: 0.58,
  growthDeviations: 2,
  responses: 10,
  /** Reach of an uncertain share, in standard errors. */
  errors: 2,
} as const

/** Overload that a longer run is to tell, and its length as a multiple of this run's. */
const telling = { overload: 0.05, runs: { least: 3, most: 20 } } as const

/** Growth of requests in flight and of their latency, both, before they count as piling up. */
const leastGrowth = 0.2

type PacedRun = Readonly<{ config: JudgedConfig; summary: JudgedSummary; imported: boolean }>

export function paceOf({ config, summary, imported }: PacedRun): Pace {
  const { requestRate } = config
  if (requestRate === 'inf' || changesRate(config)) return { ...unknown, state: 'not-asked' }
  const pace = summary.certainty?.pace ?? null
  // A file of another program does not show whose wait a long run ended with.
  const isDurationShown = !imported && config.maxConcurrency === null
  if (pace === null) return isDurationShown ? fromDuration(requestRate, summary) : unknown
  const delay = delayOf(summary, pace)
  const { lateness, standingWait, isServerBehind } = delay
  if (isServerBehind || isBehindBy(delay, summary, pace)) {
    const rates = {
      askedPerS: summary.certainty?.rate?.asked ?? requestRate,
      answeredPerS: (summary.completed / summary.durationS) * steadyLoad(summary).factor,
    }
    const held = heldDelay(config, pace)
    const rest = {
      lateness: lateness - held.lateness,
      standingWait: standingWait - held.standingWait,
    }
    return isServerBehind || isBehindBy(rest, summary, pace)
      ? { ...unknown, state: 'behind', behind: { ...rates, ...growthOf(summary) } }
      : {
          ...unknown,
          state: 'held-back',
          heldBack: { ...rates, limit: config.maxConcurrency ?? 0 },
        }
  }
  const signs = nearEvidence(summary, pace)
  if (signs !== null) return { ...unknown, unsure: signs }
  const isLong = isLongEnough(summary, pace)
  // A load that is shown and not near the capacity is below it.
  const isBelow = shownLoadOf(summary, pace) !== null
  const hasKept =
    isLong &&
    (isBelow || (lateness <= kept.lateness && standingWait <= kept.standingWait)) &&
    rejectedShare(summary) <= tolerableRejectedShare
  if (hasKept) return { ...unknown, state: 'kept' }
  const latenessShare = Math.max(lateness, standingWait)
  return { ...unknown, unsure: isLong ? { latenessShare, ...wantedS(summary, pace, 1) } : null }
}

/** The first sign that the load is near the capacity of the server or above it, and the length of a run that tells; else null. */
function nearEvidence(summary: JudgedSummary, pace: ResponsePace): Evidence | null {
  const load = shownLoadOf(summary, pace)
  const reach = near.errors * (load?.error ?? 0)
  if (load !== null && load.share * Math.exp(reach) >= 1) {
    const wanted = wantedS(summary, pace, (reach / telling.overload) ** 2)
    return { loadShare: load.share, loadReachShare: reach, ...wanted }
  }
  const { growthDeviations = 0, loadToLimit } = pace.signs ?? {}
  const limitShare = (loadToLimit?.share ?? 0) - near.errors * (loadToLimit?.error ?? 0)
  const isSlowing =
    limitShare >= near.loadToLimit &&
    growthDeviations >= near.growthDeviations &&
    pace.scheduleS <= responsesS(summary)
  return isSlowing ? { limitShare, ...wantedS(summary, pace, 1) } : null
}

/** Load ÷ capacity with its standard error; null if requests surely waited for too short a time. */
function shownLoadOf(
  summary: JudgedSummary,
  { loadToCapacity }: ResponsePace,
): Readonly<{ share: number; error: number }> | null {
  const { share = 0, loadError = 0, capacityError, surelyShare = 0 } = loadToCapacity ?? {}
  const least = loadError < near.varied.loadError ? near.surelyShare : near.varied.surelyShare
  if (capacityError === undefined || surelyShare < least || !isCounted(summary)) return null
  return { share, error: Math.hypot(loadError, capacityError) }
}

/** Length of a run that tells whether the server keeps up: `runs` times this one, but long enough for a queue to show. */
function wantedS(summary: JudgedSummary, { scheduleS }: ResponsePace, runs: number): Evidence {
  const { least, most } = telling.runs
  const longS = Math.min(most, Math.max(least, runs)) * scheduleS
  return { wantedS: 10 * Math.ceil(Math.max(longS, responsesS(summary)) / 10) }
}

function responsesS({ metrics }: JudgedSummary): number {
  return (near.responses * metrics.e2el.mean) / 1000
}

function isLongEnough({ metrics }: JudgedSummary, { scheduleS }: ResponsePace): boolean {
  return scheduleS >= (leastResponsesLong * metrics.e2el.mean) / 1000
}

export type ThroughputBasis =
  /** Amounts per second of the schedule, because the server kept the rate. */
  | 'offered'
  /** Amounts within the steady window. */
  | 'steady'
  /** Total ÷ duration: the run shows neither. */
  | 'whole-run'

export type SteadyLoad = Readonly<{
  basis: ThroughputBasis
  /** Interval of total ÷ duration; a cost is divided by it. */
  factor: number
  /**
   * Share of the schedule by which a run is late that counts as keeping its rate; null if the run is too short to show
   * whether it does.
   */
  lateness: number | null
}>

export const wholeRun: SteadyLoad = { basis: 'whole-run', factor: 1, lateness: 0 }

/** A steady window with fewer completions shows no throughput. */
const fewestCompletions = 16

/**
 * Throughput of the steady state: at the offered load if the server kept it, else of the steady window. Total ÷ duration of a
 * run would include its ramp and its drain.
 */
export function steadyLoad(summary: JudgedSummary): SteadyLoad {
  const { completed, durationS, certainty, steadyState } = summary
  const pace = certainty?.pace ?? null
  if (pace !== null && completed > 0) {
    const delay = delayOf(summary, pace)
    if (!delay.isServerBehind && !isBehindBy(delay, summary, pace))
      return {
        basis: 'offered',
        factor: durationS / pace.scheduleS,
        lateness: isLongEnough(summary, pace)
          ? Math.max(0, delay.lateness, delay.standingWait)
          : null,
      }
  }
  if (steadyState === null || steadyState.window.requestsCompleted < fewestCompletions)
    return wholeRun
  // Tokens are counted as they arrive, so that requests that are cut by the window count in part.
  const { outputThroughput, requestThroughput } = steadyState
  const tokens = summary.totalOutputTokens ?? 0
  const perSecond =
    outputThroughput === null || tokens === 0
      ? requestThroughput
      : (outputThroughput * completed) / tokens
  return { basis: 'steady', factor: (perSecond * durationS) / completed, lateness: 0 }
}

type Delay = Readonly<{
  /** Shares of the schedule. */
  lateness: number
  standingWait: number
}>

function delayOf(
  summary: JudgedSummary,
  pace: ResponsePace,
): Delay & Readonly<{ isServerBehind: boolean }> {
  const isPilingUp =
    rejectedPerAdmitted(summary) > limits.lateness[referenceOf(summary)] ||
    growthOf(summary) !== null
  return {
    lateness: latenessAt(summary.lightPace ?? pace.fastest, pace),
    standingWait: pace.standingWaitS / pace.scheduleS,
    isServerBehind: isPilingUp,
  }
}

function isBehindBy(
  { lateness, standingWait }: Delay,
  summary: JudgedSummary,
  pace: ResponsePace,
): boolean {
  const load = loadOf(summary, pace)
  if (load !== null && load < 1) return false
  const hasBacklog =
    lateness > backlog.lateness ||
    standingWait > backlog.standingWait ||
    (pace.loadToCapacity?.waitingShare ?? 0) > backlog.waitingShare
  const isKnown = (pace.loadToCapacity?.capacityError ?? 0) <= shownLoad.capacityError
  const isLong = summary.completed >= shownLoad.ofOverload
  if (load !== null && hasBacklog && isKnown && isLong) return true
  const { scheduleS } = pace
  const { mean, median, std } = summary.metrics.e2el
  const longS = (mean + 2 * (std ?? 0)) / 1000
  const usualS = Math.max(median / 1000, longS / 4)
  const reference = referenceOf(summary)
  const chance = 1 / Math.sqrt(summary.completed)
  const isLate =
    (lateness > limits.lateness[reference] &&
      lateness * scheduleS > limits.responsesLate[reference] * usualS) ||
    (lateness > limits.longLateness && lateness * scheduleS > longS)
  return (
    (isLate && lateness > limits.chance.lateness * chance) ||
    standingWait > Math.max(standingLimit(scheduleS), limits.chance.standingWait * chance)
  )
}

/** Load ÷ capacity; null if the run is too short, or requests waited for too short a time, to show it. */
function loadOf(summary: JudgedSummary, pace: ResponsePace | null): number | null {
  const { share = 0, waitingShare = 0, surelyShare = 0 } = pace?.loadToCapacity ?? {}
  const isShown = waitingShare >= shownLoad.waitingShare || surelyShare >= near.surelyShare
  return isShown && isCounted(summary) ? share : null
}

/** Enough requests to show a load, nearly all of them completed. */
function isCounted(summary: JudgedSummary): boolean {
  const { completed } = summary
  return (
    completed >= shownLoad.requests && completed >= shownLoad.completed * concludedRequests(summary)
  )
}

/** The pace that a run is compared with. */
function referenceOf({ lightPace }: JudgedSummary): 'light' | 'own' {
  return lightPace ? 'light' : 'own'
}

const unknown: Pace = { state: 'not-known', behind: null, heldBack: null, unsure: null }

/** The part of a delay that requests spent in the client, because the run allows no more in flight. */
function heldDelay({ maxConcurrency }: JudgedConfig, { heldBack, scheduleS }: ResponsePace): Delay {
  if (maxConcurrency === null || heldBack === undefined) return { lateness: 0, standingWait: 0 }
  return { lateness: heldBack.lastS / scheduleS, standingWait: heldBack.standingS / scheduleS }
}

function standingLimit(scheduleS: number): number {
  const { most, least, seconds } = limits.standingWait
  return Math.min(most, Math.max(least, seconds / scheduleS))
}

/** Lateness at which a search ends, because the server no longer keeps up. */
export const tolerableLateness = limits.lateness.own

/** Chance moves the last response of a shorter run too far, so only a standing queue counts. */
const fewestResponsesLong = 2

/** Standard error of the lateness of a run with one request; falls with √requests. */
const latenessError = 0.4

/** How late a run is, and the standard error of that. */
type Lateness = Readonly<{ late: number; error: number }>

/**
 * Lateness that the server causes, and lateness that the limit on requests in flight causes. Null if no steady rate was
 * requested, or the run recorded no pace. For the server it is taken from load ÷ capacity if the error of that is smaller.
 */
export function latenessOf(
  config: JudgedConfig,
  summary: JudgedSummary,
): Readonly<{ server: Lateness; limit: Lateness }> | null {
  const pace = summary.certainty?.pace ?? null
  if (config.requestRate === 'inf' || changesRate(config) || pace === null) return null
  const held = heldDelay(config, pace)
  const standingWait = pace.standingWaitS / pace.scheduleS
  const isShort = pace.scheduleS < (fewestResponsesLong * summary.metrics.e2el.mean) / 1000
  const last = isShort ? 0 : latenessAt(summary.lightPace ?? pace.fastest, pace)
  const seen = Math.max(last - held.lateness, standingWait - held.standingWait)
  const error = latenessError / Math.sqrt(summary.completed)
  const load = shownLoadOf(summary, pace)
  const isSurer = load !== null && load.error < error
  return {
    server: {
      late: Math.max(isSurer ? load.share - 1 : seen, rejectedPerAdmitted(summary)),
      error: isSurer ? load.error : error,
    },
    limit: {
      late: Math.max(isShort ? 0 : Math.min(last, held.lateness), held.standingWait),
      error,
    },
  }
}

/** Requests rejected per request admitted: load ÷ capacity − 1 of a server that rejects what exceeds its capacity. */
function rejectedPerAdmitted(summary: JudgedSummary): number {
  const share = rejectedShare(summary)
  return share / (1 - share)
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

/**
 * Growth of both if requests pile up, however slowly; else null. Below the capacity a queue also grows, by chance, and as the
 * server itself slows.
 */
function growthOf(summary: JudgedSummary): Evidence | null {
  const { certainty } = summary
  if (certainty?.steadiness?.state !== 'drifting') return null
  const load = loadOf(summary, certainty.pace)
  if (load !== null && load < 1) return null
  const { inFlightChange, latencyChange, paceChange = 0 } = certainty.steadiness
  return paceChange > 0 || Math.min(inFlightChange, latencyChange) < leastGrowth
    ? null
    : { inFlightChange, latencyChange }
}

type DemandingPercentile = Readonly<{ percentile: number; fewestRequests: number }>

/** The requested percentile that needs the most requests, the higher of equals; null if none is. Min and max need none. */
export function demandingPercentile(percentiles: readonly number[]): DemandingPercentile | null {
  const demands = percentiles
    .filter((percentile) => percentile > 0 && percentile < 100)
    .map((percentile) => ({ percentile, fewestRequests: fewestValuesFor(percentile) }))
  const isMore = (a: DemandingPercentile, b: DemandingPercentile) =>
    b.fewestRequests - a.fewestRequests || b.percentile - a.percentile
  return demands.toSorted(isMore)[0] ?? null
}
