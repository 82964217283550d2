// In a steady state as many requests are in flight as start per second times how long each takes. Where the three,
// each counted by itself in the same window, disagree, the window is not steady or the records are not right.
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'

type LittlesLaw = Readonly<{
  /** Mean over the window. */
  inFlight: number
  /** Requests that started in the window, per second. */
  perSecond: number
  /** Mean E2EL of these. */
  latencyS: number
  /** Rate × latency over requests in flight: 1 where the law holds. */
  ratio: number
}>

type Window = Readonly<{ startS: number; endS: number }>

/** Null where nothing started in the window. */
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
