// Whether a run was in one state throughout its steady window, or changed on the way: the load, or the server under it.
// Formulas: docs/measuring.md.
import type { Steadiness } from '#core/model/certainty.ts'
import { batches } from '../certainty/batch-means.ts'
import { endS, isSuccess, type MeasuredRequest } from '../measured-request.ts'
import { changeOf, type Change } from './change.ts'
import type { SteadyWindow } from './steady-window.ts'

/** The window is looked at in so many parts. */
const parts = 32
/** A part needs a few requests to tell anything, and the window to be longer than its requests. */
const fewestRequests = 3 * parts
const fewestLatencies = 2
/** Changes smaller than this from one end to the other matter to nobody. */
const negligibleChange = 0.1

type Window = Pick<SteadyWindow, 'startS' | 'endS'>

/** As long as requests left: what comes after is drain, whatever the window. */
export function steadinessOf(
  requests: Iterable<MeasuredRequest>,
  { startS: fromS, endS: untilS }: Window,
): Steadiness {
  const successes = [...requests].filter(isSuccess)
  const lastStartS = successes.reduce((last, { startS }) => Math.max(last, startS), fromS)
  const window = { startS: fromS, endS: Math.min(untilS, lastStartS) }
  const begun = successes
    .filter(({ startS }) => startS >= window.startS && startS < window.endS)
    .toSorted((one, other) => one.startS - other.startS)
  const latencies = Float64Array.from(begun, ({ latencyS }) => latencyS)
  if (isTooShort(latencies, window))
    return { state: 'too-short', inFlightChange: 0, latencyChange: 0 }
  const inFlight = changeOf(inFlightBy(successes, window))
  const latency = changeOf(batches(latencies, parts))
  const starts = changeOf(startsBy(begun, window))
  return {
    state: stateOf(directionOf(inFlight), directionOf(latency), directionOf(starts)),
    inFlightChange: inFlight.share,
    latencyChange: latency.share,
  }
}

function isTooShort(latencies: Float64Array, { startS, endS: untilS }: Window): boolean {
  const short = latencies.toSorted()[Math.floor(latencies.length / 10)] ?? 0
  return latencies.length < fewestRequests || untilS - startS < fewestLatencies * short
}

/** Where the load itself rose or fell it is that; anything else that did is the server's doing. */
function stateOf(inFlight: number, latency: number, starts: number): Steadiness['state'] {
  if (inFlight > 0 && starts > 0) return 'ramp'
  if (inFlight < 0 && starts < 0) return 'drain'
  return inFlight === 0 && latency === 0 ? 'steady' : 'drifting'
}

function directionOf({ share, isSure }: Change): number {
  return isSure && Math.abs(share) > negligibleChange ? Math.sign(share) : 0
}

/** Mean number in flight in each part. */
function inFlightBy(
  requests: readonly MeasuredRequest[],
  { startS, endS: untilS }: Window,
): Float64Array {
  const lengthS = (untilS - startS) / parts
  const amounts = new Float64Array(parts)
  for (const request of requests) {
    const from = Math.max(0, (request.startS - startS) / lengthS)
    const until = Math.min(parts, (endS(request) - startS) / lengthS)
    for (let part = Math.floor(from); part < until; part++) {
      amounts[part] = (amounts[part] ?? 0) + Math.min(until, part + 1) - Math.max(from, part)
    }
  }
  return amounts
}

function startsBy(
  begun: readonly MeasuredRequest[],
  { startS, endS: untilS }: Window,
): Float64Array {
  const starts = new Float64Array(parts)
  for (const request of begun) {
    const part = Math.floor(((request.startS - startS) / (untilS - startS)) * parts)
    starts[part] = (starts[part] ?? 0) + 1
  }
  return starts
}
