// Load of a run as a share of the capacity that it shows, and whether that is near 1. Limits: docs/measuring/verdicts.md.
import type { ResponsePace } from '#core/model/run/certainty.ts'
import type { Reason } from '#core/model/run/judgement.ts'
import { leastResponsesLong } from '#core/stats/certainty/response-pace.ts'
import { concludedRequests } from '#core/stats/genuine-failures.ts'
import { scheduledUnits } from '#core/stats/schedule-units.ts'
import type { JudgedSummary } from './judged-run.ts'

type Evidence = Reason['evidence']

/**
 * A run shows its load with this many requests, nearly all completed, that waited for this share of the run. An overload needs
 * more.
 */
export const shownLoad = {
  requests: 200,
  ofOverload: 400,
  /** Fewer show an overload beyond the error of the work that they drew. */
  ofFew: 50,
  completed: 0.99,
  waitingShare: 0.5,
  /** Standard error of the capacity above which it proves no overload: the run is too short for its responses. */
  capacityError: 0.05,
} as const

/** Signs that a load is near the capacity or above it. */
const near = {
  surelyShare: 0.25,
  /** Fewer waits suffice if request lengths vary so much that this run may have had much less work than the next. */
  varied: { loadError: 0.035, surelyShare: 0.15 },
  /** Requests slow each other down; in runs longer than `responses` mean E2ELs a queue shows it instead. */
  loadToLimit: 0.58,
  growthDeviations: 2,
  responses: 10,
  /** Width of the interval of an uncertain share, in standard errors. */
  errors: 2,
} as const

/** Overload that a longer run must detect, and its length as a multiple of this run's. */
const telling = { overload: 0.05, runs: { least: 3, most: 20 } } as const

/** First sign that the load is near or above the server's capacity, and the run length that would decide; else null. */
export function nearEvidence(summary: JudgedSummary, pace: ResponsePace): Evidence | null {
  const load = loadNearCapacity(summary, pace)
  if (load !== null)
    return { ...load, ...wantedS(summary, pace, (load.loadReachShare / telling.overload) ** 2) }
  const { growthDeviations = 0, loadToLimit } = pace.signs ?? {}
  const limitShare = (loadToLimit?.share ?? 0) - near.errors * (loadToLimit?.error ?? 0)
  const isSlowing =
    limitShare >= near.loadToLimit &&
    growthDeviations >= near.growthDeviations &&
    pace.scheduleS <= responsesS(summary, pace)
  return isSlowing ? { limitShare, ...wantedS(summary, pace, 1) } : null
}

/** Load ÷ capacity and its reach; null if it is certainly below 1, or not shown. */
export function loadNearCapacity(summary: JudgedSummary, pace: ResponsePace) {
  const { share, error } = shownLoadOf(summary, pace) ?? { share: 0, error: 0 }
  const reach = near.errors * error
  return share * Math.exp(reach) >= 1 ? { loadShare: share, loadReachShare: reach } : null
}

/** Load ÷ capacity with its standard error; null if requests certainly waited too briefly. */
export function shownLoadOf(
  summary: JudgedSummary,
  { loadToCapacity }: ResponsePace,
): Readonly<{ share: number; error: number }> | null {
  const { share = 0, loadError = 0, capacityError, surelyShare = 0 } = loadToCapacity ?? {}
  const least = loadError < near.varied.loadError ? near.surelyShare : near.varied.surelyShare
  if (capacityError === undefined || surelyShare < least || !isCounted(summary)) return null
  return { share, error: Math.hypot(loadError, capacityError) }
}

/** Run length that shows whether the server keeps up: `runs` times this one, but long enough for a queue to build up. */
export function wantedS(summary: JudgedSummary, pace: ResponsePace, runs: number): Evidence {
  const { least, most } = telling.runs
  const longS = Math.min(most, Math.max(least, runs)) * pace.scheduleS
  return { wantedS: 10 * Math.ceil(Math.max(longS, responsesS(summary, pace)) / 10) }
}

function responsesS(summary: JudgedSummary, pace: ResponsePace): number {
  return near.responses * scheduledUnits(summary, pace).meanS
}

export function isLongEnough(summary: JudgedSummary, pace: ResponsePace): boolean {
  return pace.scheduleS >= leastResponsesLong * scheduledUnits(summary, pace).meanS
}

/** Load ÷ capacity; null if the run is too short, or requests waited too briefly, to show it. */
export function loadOf(
  summary: JudgedSummary,
  pace: ResponsePace | null,
  least?: number,
): number | null {
  const { share = 0, waitingShare = 0, surelyShare = 0 } = pace?.loadToCapacity ?? {}
  const isShown = waitingShare >= shownLoad.waitingShare || surelyShare >= near.surelyShare
  return isShown && isCounted(summary, least) ? share : null
}

/** Few requests may have drawn more work than the next. */
export function isOverOf(summary: JudgedSummary, pace: ResponsePace): boolean {
  const { loadError, capacityError } = pace.loadToCapacity ?? {}
  if (loadError === undefined || capacityError === undefined) return false
  return (loadOf(summary, pace, shownLoad.ofFew) ?? 0) > 1 + Math.hypot(loadError, capacityError)
}

/** Enough requests to show a load, nearly all of them completed. */
export function isCounted(summary: JudgedSummary, least: number = shownLoad.requests): boolean {
  const { completed } = summary
  return completed >= least && completed >= shownLoad.completed * concludedRequests(summary)
}
