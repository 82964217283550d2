// Rate of the schedule, and the rates at which requests were sent and completed during it.
import type { AchievedRate, Stalls } from '#core/model/run/certainty.ts'
import { outcomeOf, wasSent } from '#core/records/request-outcome.ts'
import { dueS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { NumberList } from '../durations/number-list.ts'

/** Null if all requests were due at once, so that there is no requested rate. */
export function achievedRate(requests: Iterable<MeasuredRequest>): AchievedRate | null {
  const planned = new NumberList()
  const sentS = new NumberList()
  const answeredS = new NumberList()
  for (const request of requests) {
    if (!wasSent(request)) continue
    const { startS, latencyS } = request
    planned.add(dueS(request))
    sentS.add(startS)
    if (endedAsMeant(request)) answeredS.add(startS + latencyS)
  }
  const endS = planned.all.reduce((latest, due) => Math.max(latest, due), -Infinity)
  const asked = rateUntil(endS, planned)
  if (asked === null) return null
  return { asked, sent: rateUntil(endS, sentS), answered: rateUntil(endS, answeredS) }
}

/** Includes requests cancelled by the client, because the server has finished them, too. */
function endedAsMeant({ error }: MeasuredRequest): boolean {
  return ['completed', 'client-cancelled'].includes(outcomeOf(error))
}

/** Rate between the first and the last time. */
function rateUntil(endS: number, momentsS: NumberList): number | null {
  const within = momentsS.all.filter((momentS) => momentS <= endS).sort()
  const spanS = (within.at(-1) ?? 0) - (within[0] ?? 0)
  return spanS > 0 ? (within.length - 1) / spanS : null
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
  /** Mean E2EL of these. */
  latencyS: number
  /** Rate × latency ÷ requests in flight; 1 if the law holds. */
  ratio: number
}>

type Window = Readonly<{ startS: number; endS: number }>

/** Null if nothing started in the window. */
export function littlesLaw(
  requests: Iterable<MeasuredRequest>,
  { startS, endS }: Window,
): LittlesLaw | null {
  let started = 0
  let latencySumS = 0
  let inFlightS = 0
  for (const request of requests) {
    if (!isSuccess(request)) continue
    const doneS = request.startS + request.latencyS
    inFlightS += Math.max(0, Math.min(doneS, endS) - Math.max(request.startS, startS))
    if (request.startS < startS || request.startS >= endS) continue
    started++
    latencySumS += request.latencyS
  }
  const durationS = endS - startS
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
