// Whether a run was in one state throughout its steady window, or changed on the way: the load, or the server under it.
// Formulas: docs/measuring.md.
import type { Steadiness } from '#core/model/run/certainty.ts'
import { batches } from '../certainty/batch-means.ts'
import { endS, successesIn, type MeasuredRequest } from '../measured-request.ts'
import { NumberList } from '../durations/number-list.ts'
import { changeOf, type Change } from './change.ts'
import type { SteadyWindow } from './steady-window.ts'

/** The window is divided into this number of parts. */
const parts = 32
/** A part needs a few requests to be informative, and the window must be longer than its requests. */
const fewestRequests = 3 * parts
const fewestLatencies = 2
/** Changes smaller than this from one end to the other do not matter. */
const negligibleChange = 0.1

type Window = Pick<SteadyWindow, 'startS' | 'endS'>

/** As long as requests left: what comes after is drain, whatever the window. */
export function steadinessOf(
  requests: Iterable<MeasuredRequest>,
  { startS: fromS, endS: untilS }: Window,
): Steadiness {
  const window = { startS: fromS, endS: Math.min(untilS, lastStartIn(requests, fromS)) }
  const { startsS, latencies } = begunIn(requests, window)
  if (isTooShort(latencies, window))
    return { state: 'too-short', inFlightChange: 0, latencyChange: 0 }
  const inFlight = changeOf(inFlightBy(requests, window))
  const latency = changeOf(batches(latencies, parts))
  const starts = changeOf(startsBy(startsS, window))
  return {
    state: stateOf(directionOf(inFlight), directionOf(latency), directionOf(starts)),
    inFlightChange: inFlight.share,
    latencyChange: latency.share,
  }
}

function lastStartIn(requests: Iterable<MeasuredRequest>, fromS: number): number {
  let lastS = fromS
  for (const { startS } of successesIn(requests)) lastS = Math.max(lastS, startS)
  return lastS
}

type Begun = Readonly<{ startsS: Float64Array; latencies: Float64Array }>

/** Of those that began in the window; latencies in the order in which they did. */
function begunIn(requests: Iterable<MeasuredRequest>, window: Window): Begun {
  const starts = new NumberList()
  const latencies = new NumberList()
  for (const { startS, latencyS } of successesIn(requests)) {
    if (startS < window.startS || startS >= window.endS) continue
    starts.add(startS)
    latencies.add(latencyS)
  }
  const startsS = starts.all
  const order = Uint32Array.from(startsS.keys()).sort(
    (one, other) => (startsS[one] ?? 0) - (startsS[other] ?? 0) || one - other,
  )
  const ordered = latencies.all
  return { startsS, latencies: Float64Array.from(order, (place) => ordered[place] ?? 0) }
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
  requests: Iterable<MeasuredRequest>,
  { startS, endS: untilS }: Window,
): Float64Array {
  const lengthS = (untilS - startS) / parts
  const amounts = new Float64Array(parts)
  for (const request of successesIn(requests)) {
    const from = Math.max(0, (request.startS - startS) / lengthS)
    const until = Math.min(parts, (endS(request) - startS) / lengthS)
    for (let part = Math.floor(from); part < until; part++) {
      amounts[part] = (amounts[part] ?? 0) + Math.min(until, part + 1) - Math.max(from, part)
    }
  }
  return amounts
}

function startsBy(startsS: Float64Array, { startS, endS: untilS }: Window): Float64Array {
  const starts = new Float64Array(parts)
  for (const atS of startsS) {
    const part = Math.floor(((atS - startS) / (untilS - startS)) * parts)
    starts[part] = (starts[part] ?? 0) + 1
  }
  return starts
}
