// The rate the schedule asked for, beside the rates at which requests left and answers came back while it lasted.
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'

/** Per second; null for what happened less than twice. */
export type AchievedRate = Readonly<{
  asked: number
  /** Less where our client held requests back, or was too slow. */
  sent: number | null
  /** Less where the server took more than it gave back, so that requests piled up in it. */
  answered: number | null
}>

/** Null where all were due at once: then no rate was asked for. */
export function achievedRate(requests: readonly MeasuredRequest[]): AchievedRate | null {
  const dueS = Float64Array.from(requests, ({ startS, queueS }) => startS - queueS).sort()
  const asked = rateOf(dueS)
  if (asked === null) return null
  const endS = dueS.at(-1) ?? 0
  const sentS = requests.map(({ startS }) => startS)
  const answeredS = requests.filter(isSuccess).map(({ startS, latencyS }) => startS + latencyS)
  return { asked, sent: rateUntil(endS, sentS), answered: rateUntil(endS, answeredS) }
}

function rateUntil(endS: number, momentsS: readonly number[]): number | null {
  return rateOf(Float64Array.from(momentsS.filter((momentS) => momentS <= endS)).sort())
}

/** Between the first and the last of ascending moments. */
function rateOf(momentsS: Float64Array): number | null {
  const spanS = (momentsS.at(-1) ?? 0) - (momentsS[0] ?? 0)
  return spanS > 0 ? (momentsS.length - 1) / spanS : null
}
