// Whether a run kept up with its schedule. Formulas and their error rates: docs/measuring/verdicts.md.
import { latenessAt } from '#core/stats/certainty/response-pace.ts'
import { isSelfTimed } from '#core/traits/dataset-traits.ts'
import { changesRate } from '#core/traits/load-traits.ts'
import { overloadOf } from '#core/stats/carried-rate.ts'
import type { ResponsePace } from '#core/model/run/certainty.ts'
import {
  concludedRequests,
  rejectedPerAdmitted,
  rejectedShare,
} from '#core/stats/genuine-failures.ts'
import { tolerableRejectedShare } from '#core/stats/certainty/refusals.ts'
import type { PaceState, Reason } from '#core/model/run/judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'
import { summariesByServer } from './by-server.ts'
import {
  isCounted,
  isLongEnough,
  isOverOf,
  loadNearCapacity,
  loadOf,
  nearEvidence,
  shownLoad,
  shownLoadOf,
  wantedS,
} from './shown-load.ts'
import { generationMs } from '#core/stats/figure-of.ts'
import { scheduledUnits } from '#core/stats/schedule-units.ts'

type Evidence = Reason['evidence']

export type Pace = Readonly<{
  state: PaceState
  /** Figures of a run that is behind; null otherwise. */
  behind: Evidence | null
  /** Figures of a run that its own limit on requests in flight held back; null otherwise. */
  heldBack: Evidence | null
  /** Figures of a run that is long enough but may not keep pace, or is near the capacity; else null. */
  unsure: Evidence | null
}>

/** Lateness relative to the fastest requests beyond which a run is behind, and a search stops. */
export const tolerableLateness = 0.05

/** Shares of the schedule. Lateness is about load ÷ capacity − 1 above the capacity, and about 0 below it. */
const limits = {
  /** Lateness beyond which a run is behind, relative to the pace of a light load and to its own fastest requests. */
  lateness: { light: 0.07, own: tolerableLateness },
  /** Also at least this share of a usual response, whose length varies by chance. */
  responsesLate: { light: 0.1, own: 0.25 },
  /** Sufficient lateness in a run that a long response delays further. */
  longLateness: 0.025,
  /** Minimum wait among the last requests: a queue that never empties, as a share and, for long runs, in seconds. */
  standingWait: { most: 0.04, least: 0.01, seconds: 0.6 },
  /** Random lateness of few requests: this ÷ √requests, and this many standard errors of the work that they drew. */
  chance: { lateness: 0.6, standingWait: 0.3, workErrors: 2 },
  /** Judged by the duration alone. */
  drain: 0.1,
} as const

/** Signs of a queue that a load above the capacity builds up; one of them suffices. */
const backlog = {
  lateness: 0.01,
  standingWait: 0.005,
  waitingShare: 0.7,
  /** Also this share of a usual unit of several requests, all of which are slower than the fastest. */
  unitLate: 0.75,
} as const

/** Whether the server rejects requests of this load, with or without retries. */
export function refusesLoad(summary: Parameters<typeof rejectedShare>[0]): boolean {
  return rejectedShare(summary) > tolerableRejectedShare
}

/** A run that certainly kept pace: at most this late, and long enough to judge. */
const kept = { lateness: 0.03, standingWait: 0.01 } as const

/** Growth of requests in flight and of their latency, above which, if both exceed it, requests pile up. */
const leastGrowth = 0.2

type PacedRun = Readonly<{ config: JudgedConfig; summary: JudgedSummary; imported: boolean }>

export function paceOf(run: PacedRun): Pace {
  const { config, summary } = run
  const overload = overloadOf(summary.certainty)
  if (overload !== null) return { ...unknown, state: 'behind', behind: overload }
  if (changesRate(config)) return { ...unknown, state: 'not-asked' }
  if (summary.certainty?.servers === undefined) return paceOfServer(run)
  const paces = summariesByServer(summary).map((one) => ({
    ...one,
    of: paceOfServer({ ...run, summary: one }),
  }))
  const behind = paces.filter(({ of }) => of.state === 'behind')
  if (behind.length === 0 && growthOf(summary) !== null) return paceOfServer(run)
  const ofState = (state: PaceState) => paces.find(({ of }) => of.state === state)
  const worst =
    behind[0] ??
    ofState('held-back') ??
    paces.find(({ of }) => of.unsure !== null) ??
    ofState('not-known') ??
    paces[0]
  const { pace } = summary.certainty
  const rates = pace === null ? {} : ratesOf(summary, pace)
  const isPart = behind.length < paces.length
  const found = worst?.of ?? unknown
  return {
    ...found,
    behind: found.behind && { ...found.behind, ...rates, ...(isPart && urlsBehind(behind)) },
    heldBack: found.heldBack && { ...found.heldBack, ...rates },
    unsure: found.unsure && { ...found.unsure, unsureUrl: (worst?.target ?? 0) + 1 },
  }
}

type BehindUrl = Readonly<{ target?: number; of: Pace }>

function urlsBehind(servers: readonly BehindUrl[]): Evidence {
  const total = (name: string) =>
    servers.reduce((sum, { of }) => sum + Number(of.behind?.[name] ?? 0), 0)
  return {
    behindUrls: servers.map(({ target = 0 }) => target + 1).join(', '),
    urlAskedPerS: total('askedPerS'),
    urlAnsweredPerS: total('answeredPerS'),
  }
}

function paceOfServer({ config, summary, imported }: PacedRun): Pace {
  const { requestRate } = config
  const pace = summary.certainty?.pace ?? null
  if (requestRate === 'inf')
    return pace !== null && isSelfTimed(config)
      ? paceOfTrace(summary, pace)
      : { ...unknown, state: 'not-asked' }
  // A file of another program does not show whose delay extended the run.
  const isDurationShown =
    !imported && config.maxConcurrency === null && summary.completed >= fewestCompletions
  if (pace === null) return isDurationShown ? fromDuration(requestRate, summary) : unknown
  const delay = delayOf(summary, pace)
  const { lateness, standingWait, isServerBehind } = delay
  if (isServerBehind || isBehindBy(delay, summary, pace)) {
    const rates = ratesOf(summary, pace)
    const held = heldDelay(config, pace)
    return isServerBehind || isBehindBy(delayWithout(held, delay), summary, pace)
      ? { ...unknown, state: 'behind', behind: { ...rates, ...growthOf(summary) } }
      : {
          ...unknown,
          state: 'held-back',
          heldBack: { ...rates, limit: config.maxConcurrency ?? 0 },
        }
  }
  // The change is a reason of its own.
  if (pace.loadToCapacity?.capacityChange !== undefined) return unknown
  const signs = nearEvidence(summary, pace)
  if (signs !== null) return { ...unknown, unsure: signs }
  const isLong = isLongEnough(summary, pace)
  // A load that was measured and is not near the capacity is below it.
  const isBelow = shownLoadOf(summary, pace) !== null
  const isOnTime = lateness <= kept.lateness && standingWait <= kept.standingWait
  const hasKept = isLong && (isBelow || isOnTime) && !refusesLoad(summary)
  if (hasKept) return { ...unknown, state: 'kept' }
  const latenessShare = Math.max(lateness, standingWait)
  // A short run of conversations that is late may be near the capacity.
  const isLate = lateness > tolerableLateness || standingWait > kept.standingWait
  const isShown = isLong || (isLate && scheduledUnits(summary, pace).areOfSeveral)
  return { ...unknown, unsure: isShown ? { latenessShare, ...wantedS(summary, pace, 1) } : null }
}

/** Whether requests wait longer and longer in the server. Those that a full server admits do not. */
export function pilesUp(summary: JudgedSummary): boolean {
  if (!summary.certainty?.pace || refusesLoad(summary)) return false
  if (growthOf(summary) !== null) return true
  return summariesByServer(summary).some((one) => {
    const pace = one.certainty?.pace ?? null
    if (pace === null || refusesLoad(one)) return false
    const held = heldDelay({ maxConcurrency: Infinity }, pace)
    return isBehindBy(delayWithout(held, delayOf(one, pace)), one, pace)
  })
}

/** The last requests of a trace may be many or long, so it is behind only if its load exceeds the capacity on average. */
function paceOfTrace(summary: JudgedSummary, pace: ResponsePace): Pace {
  const load = loadNearCapacity(summary, pace)
  if (load === null) return { ...unknown, state: 'not-asked' }
  const { lateness, standingWait } = delayOf(summary, pace)
  const isLate = lateness > limits.lateness.own || standingWait > standingLimit(pace.scheduleS)
  return isLate && load.loadShare * Math.exp(-load.loadReachShare) > 1
    ? { ...unknown, state: 'behind', behind: ratesOf(summary, pace) }
    : { ...unknown, state: 'not-asked', unsure: load }
}

function ratesOf(summary: JudgedSummary, pace: ResponsePace) {
  const { count, areOfSeveral } = scheduledUnits(summary, pace)
  return {
    ...(areOfSeveral && { conversationsPerS: count / pace.scheduleS }),
    askedPerS: summary.certainty?.rate?.asked ?? summary.completed / pace.scheduleS,
    answeredPerS: (summary.completed / summary.durationS) * steadyLoad(summary).factor,
  }
}

export type ThroughputBasis =
  /** Amounts per second of the schedule, because the server kept the rate. */
  | 'offered'
  /** Amounts within the steady window. */
  | 'steady'
  /** Total ÷ duration, because the run shows neither. */
  | 'whole-run'

export type SteadyLoad = Readonly<{
  basis: ThroughputBasis
  /** Interval of total ÷ duration; a cost is divided by it. */
  factor: number
  /** Factor at which all units of a schedule complete within it; absent without a schedule. */
  mostFactor?: number
  /**
   * Maximum lateness, as a share of the schedule, that still counts as keeping the rate; null if the run is too short to decide.
   */
  lateness: number | null
}>

export const wholeRun: SteadyLoad = { basis: 'whole-run', factor: 1, lateness: 0 }

/** A steady window with fewer completions yields no throughput, and so few do not show that a server is behind. */
const fewestCompletions = 16

/**
 * Throughput of the steady state: at the offered load if the server kept it, else in the steady window. Total ÷ duration of a run
 * would include its ramp and its drain.
 */
export function steadyLoad(summary: JudgedSummary): SteadyLoad {
  const { completed, durationS, certainty, steadyState } = summary
  const pace = certainty?.pace ?? null
  if (pace !== null && completed > 0) {
    const servers = summariesByServer(summary).flatMap((one) => {
      const own = one.certainty?.pace ?? null
      return own === null ? [] : { summary: one, pace: own, delay: delayOf(one, own) }
    })
    const isKept =
      growthOf(summary) === null &&
      servers.every(
        (one) => !one.delay.isServerBehind && !isBehindBy(one.delay, one.summary, one.pace),
      )
    const isLong = servers.every((one) => isLongEnough(one.summary, one.pace))
    const late = servers.flatMap(({ delay }) => [delay.lateness, delay.standingWait])
    // Units that have not ended have not asked for all their requests.
    if (isKept && !isLong && scheduledUnits(summary, pace).areOfSeveral)
      return { ...wholeRun, lateness: null }
    if (isKept)
      return {
        basis: 'offered',
        factor: durationS / pace.scheduleS,
        lateness: isLong ? Math.max(0, ...late) : null,
      }
  }
  if (steadyState === null || steadyState.window.requestsCompleted < fewestCompletions)
    return wholeRun
  // Tokens are counted as they arrive, so requests that the window cuts off count in part.
  const { outputThroughput, requestThroughput } = steadyState
  const tokens = summary.totalOutputTokens ?? 0
  const perSecond =
    outputThroughput === null || tokens === 0
      ? requestThroughput
      : (outputThroughput * completed) / tokens
  const steady = {
    ...wholeRun,
    basis: 'steady',
    factor: (perSecond * durationS) / completed,
  } as const
  if (pace === null) return steady
  // A server above its capacity completes no less than in the whole run, and no more than was offered.
  const mostFactor = Math.max(1, durationS / pace.scheduleS)
  return { ...steady, factor: Math.min(mostFactor, Math.max(1, steady.factor)), mostFactor }
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
  const { count, meanS, medianS, stdS, areOfSeveral } = scheduledUnits(summary, pace)
  if ((load !== null && load < 1) || count < fewestCompletions) return false
  const { scheduleS } = pace
  const slackS = areOfSeveral ? backlog.unitLate * meanS : 0
  const hasBacklog =
    lateness > Math.max(backlog.lateness, slackS / scheduleS) ||
    standingWait > backlog.standingWait ||
    (pace.loadToCapacity?.waitingShare ?? 0) > backlog.waitingShare
  const isKnown = (pace.loadToCapacity?.capacityError ?? 0) <= shownLoad.capacityError
  const isLong = summary.completed >= shownLoad.ofOverload
  const isOver = isLong ? load !== null : isOverOf(summary, pace)
  if (isOver && hasBacklog && isKnown) return true
  const longS = meanS + 2 * stdS
  const usualS = Math.max(medianS, longS / 4)
  const reference = referenceOf(summary)
  const chance = 1 / Math.sqrt(count)
  const workError = isCounted(summary) ? 0 : (pace.loadToCapacity?.loadError ?? 0)
  const byWork = limits.chance.workErrors * workError
  const isLate =
    (lateness > limits.lateness[reference] &&
      lateness * scheduleS > Math.max(slackS, limits.responsesLate[reference] * usualS)) ||
    (lateness > limits.longLateness && lateness * scheduleS > longS)
  // Requests that timed out waited as well.
  const waited = areOfSeveral ? count : concludedRequests(summary)
  const leastWait = Math.max(
    waited < shownLoad.requests ? byWork : 0,
    standingLimit(scheduleS),
    limits.chance.standingWait / Math.sqrt(waited),
  )
  return (
    (isLate && lateness > Math.max(byWork, limits.chance.lateness * chance)) ||
    standingWait > leastWait
  )
}

/** Pace that a run is compared with. */
function referenceOf({ lightPace }: JudgedSummary): 'light' | 'own' {
  return lightPace ? 'light' : 'own'
}

const unknown: Pace = { state: 'not-known', behind: null, heldBack: null, unsure: null }

/** Part of a delay that requests spent in the client, because of the run's limit on requests in flight. */
export function heldDelay(
  { maxConcurrency }: Pick<JudgedConfig, 'maxConcurrency'>,
  { heldBack, scheduleS }: ResponsePace,
): Delay {
  if (maxConcurrency === null || heldBack === undefined) return { lateness: 0, standingWait: 0 }
  return { lateness: heldBack.lastS / scheduleS, standingWait: heldBack.standingS / scheduleS }
}

function delayWithout(held: Delay, { lateness, standingWait }: Delay): Delay {
  return { lateness: lateness - held.lateness, standingWait: standingWait - held.standingWait }
}

function standingLimit(scheduleS: number): number {
  const { most, least, seconds } = limits.standingWait
  return Math.min(most, Math.max(least, seconds / scheduleS))
}

/** Compares the whole run with its schedule plus one response, because runs of earlier versions have no further data. */
function fromDuration(requestRate: number, summary: JudgedSummary): Pace {
  const { completed, durationS } = summary
  const scheduleS = concludedRequests(summary) / requestRate
  const isBehind = durationS > scheduleS * (1 + limits.drain) + generationMs(summary.metrics) / 1000
  if (!isBehind) return unknown
  const behind = { askedPerS: requestRate, answeredPerS: completed / durationS }
  return { ...unknown, state: 'behind', behind }
}

/**
 * Growth of both if requests pile up, however slowly; else null. Below the capacity a queue also grows, by chance or because the
 * server slows down.
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
