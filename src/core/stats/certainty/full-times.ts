// Waits for a place that a run did not see. A server that is full at rare times shows nothing of it in most runs, but these times
// make much of its mean and all of its tail. Formulas: docs/measuring/certainty.md, "Full times that a run did not see".
import { normalQuantile } from '#core/random/normal-quantile.ts'
import { endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { sortedOf } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { fewestBatches } from './batch-means.ts'
import { shareBeyond } from './distributions.ts'

/** States of the server: their number, and mean and standard deviation of the number in flight. */
export type ServerStates = Readonly<{ count: number; inFlight: number; spread: number }>

/** Waiting requests per request that finds the server full, because others queue behind it; fewer if few places are in use. */
export const waitingPerFull = 4
/** Extra wait compared with a single-server queue. */
const waitFactor = 1.5
const mostUse = 0.9
/** Distance of the places from the most that generated at once, in standard deviations, if nothing surely waited. */
const unseenPlaces = 0.25
/** Number of full states that show the waits; standard errors of the mean number in flight. */
const statesShown = 3
const reach = 1.96
/** Percentile up to which the tail holds without this rule; see bench/truth/tails.ts. */
const knownPercentile = 95

/** Mean wait of a request that finds the server full, for a use of its places below 1. */
export function waitWhenFullS(use: number, betweenS: number): number {
  return (waitFactor * betweenS * use) / (1 - use)
}

export type FullTimes = Readonly<{
  /** Mean wait for a first token that the run may have missed. */
  waitS: number
  /** Multiple of the run that shows a percentile; at most 1 if this run does. */
  lengthened: (percentile: number) => number
}>

export const noFullTimes: FullTimes = { waitS: 0, lengthened: () => 0 }

/** `betweenS`: time between two requests. */
export function fullTimes(
  requests: Iterable<MeasuredRequest>,
  { count, inFlight, spread }: ServerStates,
  { betweenS, surelyShare }: Readonly<{ betweenS: number; surelyShare: number }>,
): FullTimes {
  const most = mostGenerating(requests)
  if (most === null || count < fewestBatches) return noFullTimes
  // Independent requests give the least spread.
  const deviation = Math.max(spread, Math.sqrt(inFlight))
  const places = most + (surelyShare === 0 ? unseenPlaces * deviation : 0)
  const away = (places - inFlight) / deviation
  const share = shareBeyond(away)
  if (share * count >= statesShown) return noFullTimes
  const possible = shareBeyond(away - reach / Math.sqrt(count))
  const use = Math.min(mostUse, inFlight / places)
  return {
    waitS: Math.min(waitingPerFull, 1 / (1 - use)) * possible * waitWhenFullS(use, betweenS),
    lengthened: (percentile) => {
      const tail = (1 - percentile / 100) / waitingPerFull
      if (percentile <= knownPercentile || possible < tail) return 0
      const clear = away - normalQuantile(1 - tail)
      const apart = clear > 0 ? (reach / clear) ** 2 : Infinity
      return Math.min(apart, statesShown / share) / count
    },
  }
}

/** Null if the client held requests back, because then no more are ever in flight. */
function mostGenerating(requests: Iterable<MeasuredRequest>): number | null {
  const [firstS, lastS] = [new NumberList(), new NumberList()]
  for (const request of successesIn(requests)) {
    if (request.queueS > request.ttftS) return null
    firstS.add(request.startS + request.ttftS)
    lastS.add(endS(request))
  }
  const [begins, ends] = [sortedOf(firstS.all), sortedOf(lastS.all)]
  let [most, ended] = [0, 0]
  begins.forEach((beginS, begun) => {
    while ((ends[ended] ?? Infinity) <= beginS) ended++
    most = Math.max(most, begun + 1 - ended)
  })
  return most
}
