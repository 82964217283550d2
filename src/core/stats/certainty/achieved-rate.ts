// The rate the schedule asked for, beside the rates at which requests left and answers came back while it lasted.
import type { AchievedRate } from '#core/model/certainty.ts'
import { wasSent } from '#core/model/request-record.ts'
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'

/** Null where all were due at once: then no rate was asked for. */
export function achievedRate(requests: Iterable<MeasuredRequest>): AchievedRate | null {
  const dueS: number[] = []
  const sentS: number[] = []
  const answeredS: number[] = []
  for (const request of requests) {
    if (!wasSent(request)) continue
    const { startS, queueS, latencyS } = request
    dueS.push(startS - queueS)
    sentS.push(startS)
    if (isSuccess(request)) answeredS.push(startS + latencyS)
  }
  const endS = dueS.reduce((latest, due) => Math.max(latest, due), -Infinity)
  const asked = rateUntil(endS, dueS)
  if (asked === null) return null
  return { asked, sent: rateUntil(endS, sentS), answered: rateUntil(endS, answeredS) }
}

/** Between the first and the last of them. */
function rateUntil(endS: number, momentsS: readonly number[]): number | null {
  const within = Float64Array.from(momentsS.filter((momentS) => momentS <= endS)).sort()
  const spanS = (within.at(-1) ?? 0) - (within[0] ?? 0)
  return spanS > 0 ? (within.length - 1) / spanS : null
}
