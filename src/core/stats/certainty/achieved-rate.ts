// Rate of the schedule, and the rates at which requests were sent and completed during it.
import type { AchievedRate, Stalls } from '#core/model/run/certainty.ts'
import { outcomeOf, wasSent } from '#core/records/request-outcome.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { scheduleOf } from '../schedule-units.ts'

/** Null if all units were due at once, so that no rate was requested. */
export function achievedRate(requests: Iterable<MeasuredRequest>): AchievedRate | null {
  const schedule = scheduleOf(requests)
  if (schedule === null) return null
  const sent = new RateUntil(schedule.lastDueS)
  const answered = new RateUntil(schedule.lastDueS)
  for (const request of requests) {
    if (!wasSent(request)) continue
    sent.add(request.startS)
    if (endedAsMeant(request)) answered.add(endS(request))
  }
  return { asked: schedule.requests / schedule.lastsS, sent: sent.rate, answered: answered.rate }
}

/** Includes requests cancelled by the client, because the server has also finished them. */
function endedAsMeant({ error }: MeasuredRequest): boolean {
  return ['completed', 'client-cancelled'].includes(outcomeOf(error))
}

/** Rate between the first and the last time, using times up to an end. */
class RateUntil {
  readonly #endS: number
  #count = 0
  #firstS = Infinity
  #lastS = -Infinity

  constructor(endS: number) {
    this.#endS = endS
  }

  add(atS: number): void {
    if (atS > this.#endS) return
    this.#count++
    this.#firstS = Math.min(this.#firstS, atS)
    this.#lastS = Math.max(this.#lastS, atS)
  }

  get rate(): number | null {
    const spanS = this.#lastS - this.#firstS
    return spanS > 0 ? (this.#count - 1) / spanS : null
  }
}

/**
 * Little's law: in a steady state, requests in flight = starts per second × latency. If these three, each counted
 * separately in the same window, disagree, the window is not steady or the records are wrong.
 */
type LittlesLaw = Readonly<{
  /** Mean over the window. */
  inFlight: number
  /** Requests that started in the window, per second. */
  perSecond: number
  /** Mean E2EL of these requests. */
  latencyS: number
  /** Rate × latency ÷ requests in flight; 1 if Little's law is satisfied. */
  ratio: number
}>

type Window = Readonly<{ startS: number; endS: number }>

/** Null if nothing started in the window. */
export function littlesLaw(
  requests: Iterable<MeasuredRequest>,
  { startS, endS: untilS }: Window,
): LittlesLaw | null {
  let started = 0
  let latencySumS = 0
  let inFlightS = 0
  for (const request of requests) {
    if (!isSuccess(request)) continue
    inFlightS += Math.max(0, Math.min(endS(request), untilS) - Math.max(request.startS, startS))
    if (request.startS < startS || request.startS >= untilS) continue
    started++
    latencySumS += request.latencyS
  }
  const durationS = untilS - startS
  if (started === 0 || durationS <= 0) return null
  const inFlight = inFlightS / durationS
  const perSecond = started / durationS
  const latencyS = latencySumS / started
  return { inFlight, perSecond, latencyS, ratio: (perSecond * latencyS) / inFlight }
}

/** Gaps in which a stream stalled for a noticeable time. */
export function stallsOf(requests: Iterable<MeasuredRequest>, thresholdS: number): Stalls {
  let worstUs = 0
  let gaps = 0
  let stalled = 0
  for (const request of requests) {
    if (!isSuccess(request)) continue
    let own = 0
    for (const gapUs of request.interTokenLatenciesUs) {
      if (gapUs > worstUs) worstUs = gapUs
      if (gapUs >= thresholdS * 1e6) own++
    }
    gaps += own
    if (own > 0) stalled++
  }
  return { worstS: worstUs / 1e6, gaps, requests: stalled }
}
