// Number of connections to open before the first request is due.
import type { LoadPlan } from '#contract/load-protocol.ts'

/** More would only strain a server that has not received any request yet. */
const mostConnections = 1024
/** A response seldom takes longer, so this many seconds of arrivals are in flight at once. */
const usualAnswerS = 10

export function connectionsToPrepare({
  offsetsS,
  sendUntilS,
  maxConcurrency,
}: Pick<LoadPlan, 'offsetsS' | 'sendUntilS' | 'maxConcurrency'>): number {
  const fillsRoom = sendUntilS !== undefined && offsetsS.length === 0
  const most = fillsRoom ? Infinity : mostWithin(usualAnswerS, offsetsS)
  return Math.min(maxConcurrency ?? Infinity, mostConnections, most)
}

/** Maximum number of arrivals in any window of this many seconds. */
function mostWithin(windowS: number, offsetsS: Float64Array): number {
  let most = 0
  let first = 0
  offsetsS.forEach((offsetS, last) => {
    while (offsetS - (offsetsS[first] ?? offsetS) > windowS) first++
    most = Math.max(most, last - first + 1)
  })
  return most
}
