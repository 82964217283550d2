// The busiest moments of a run: by whole seconds as the original counts them, and the true peak of concurrency.
import { isSuccess, type MeasuredRequest } from './measured-request.ts'

export type PeaksBySecond = Readonly<{
  /** Most token events in one second; events, since a stream may bundle tokens. */
  tokenEvents: number
  /** Most successful requests that touch one second; may exceed the number ever in flight together. */
  requests: number
}>

/** Seconds are counted from the first successful start; a request touches those of its start and end too. */
export function peaksBySecond(requests: readonly MeasuredRequest[]): PeaksBySecond {
  const successes = requests.filter(isSuccess)
  if (successes.length === 0) return { tokenEvents: 0, requests: 0 }
  const firstStartS = successes.reduce((least, { startS }) => Math.min(least, startS), Infinity)
  const lastEndS = successes.reduce((most, request) => Math.max(most, endS(request)), 0)
  const seconds = Math.ceil(lastEndS - firstStartS) + 1
  return {
    tokenEvents: largest(tokenEventsBySecond(successes, firstStartS, seconds)),
    requests: largest(requestsBySecond(successes, firstStartS, seconds)),
  }
}

/** Most requests in flight at once, failed ones included; at equal times ends come before starts. */
export function peakConcurrency(requests: readonly MeasuredRequest[]): number {
  const starts = Float64Array.from(requests, (request) => request.startS).sort()
  const ends = Float64Array.from(requests, endS).sort()
  let ended = 0
  let peak = 0
  for (const [alreadyStarted, start] of starts.entries()) {
    while ((ends[ended] ?? Infinity) <= start) ended++
    peak = Math.max(peak, alreadyStarted + 1 - ended)
  }
  return peak
}

function tokenEventsBySecond(
  successes: readonly MeasuredRequest[],
  firstStartS: number,
  seconds: number,
): Uint32Array {
  const counts = new Uint32Array(seconds)
  for (const request of successes) {
    let atS = request.startS + request.ttftS
    addOne(counts, Math.trunc(atS - firstStartS))
    for (const gapS of request.interTokenLatenciesS) {
      atS += gapS
      addOne(counts, Math.trunc(atS - firstStartS))
    }
  }
  return counts
}

function requestsBySecond(
  successes: readonly MeasuredRequest[],
  firstStartS: number,
  seconds: number,
): Uint32Array {
  const counts = new Uint32Array(seconds)
  for (const request of successes) {
    const last = Math.trunc(endS(request) - firstStartS)
    for (let second = Math.trunc(request.startS - firstStartS); second <= last; second++) {
      addOne(counts, second)
    }
  }
  return counts
}

/** Typed arrays ignore writes beyond their end, which is the original's "if in range". */
function addOne(counts: Uint32Array, second: number): void {
  counts[second] = (counts[second] ?? 0) + 1
}

function endS(request: MeasuredRequest): number {
  return request.startS + request.latencyS
}

function largest(counts: Uint32Array): number {
  return counts.reduce((most, count) => Math.max(most, count), 0)
}
