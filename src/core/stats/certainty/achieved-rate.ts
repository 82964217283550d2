// The rate of the schedule, beside the rates at which requests were sent and completed while it lasted.
import type { AchievedRate } from '#core/model/run/certainty.ts'
import { wasSent } from '#core/model/run/request-record.ts'
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'
import { NumberList } from '../durations/number-list.ts'

/** Null where all were due at once: then no rate was asked for. */
export function achievedRate(requests: Iterable<MeasuredRequest>): AchievedRate | null {
  const dueS = new NumberList()
  const sentS = new NumberList()
  const answeredS = new NumberList()
  for (const request of requests) {
    if (!wasSent(request)) continue
    const { startS, queueS, latencyS } = request
    dueS.add(startS - queueS)
    sentS.add(startS)
    if (isSuccess(request)) answeredS.add(startS + latencyS)
  }
  const endS = dueS.all.reduce((latest, due) => Math.max(latest, due), -Infinity)
  const asked = rateUntil(endS, dueS)
  if (asked === null) return null
  return { asked, sent: rateUntil(endS, sentS), answered: rateUntil(endS, answeredS) }
}

/** Between the first and the last of them. */
function rateUntil(endS: number, momentsS: NumberList): number | null {
  const within = momentsS.all.filter((momentS) => momentS <= endS).sort()
  const spanS = (within.at(-1) ?? 0) - (within[0] ?? 0)
  return spanS > 0 ? (within.length - 1) / spanS : null
}
