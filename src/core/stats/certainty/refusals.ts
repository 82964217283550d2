// Requests that a server refused because it was full, in runs that do not retry: failures by their status, but a finding about the
// load, not an error of the setup.
import type { Refusals } from '#core/model/run/certainty.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import { countUpTo } from '../durations/durations.ts'
import { sortedOf } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'

const [tooMany, unavailable] = [429, 503]
/** A server that is down also sends 503, but responds to nothing else meanwhile. */
const leastServingShare = 0.9

/** One rejection in a hundred does not change the load. */
export const tolerableRejectedShare = 0.01

/** Whether the server bounds its queue: it refuses requests, with or without retries. */
export function isRefusing(requests: Iterable<MeasuredRequest>): boolean {
  let [count, refused] = [0, 0]
  for (const { error } of requests) {
    count++
    const isFull = error?.status === tooMany || error?.status === unavailable
    if (outcomeOf(error) === 'rejected' || isFull) refused++
  }
  return refused > tolerableRejectedShare * count
}

/** Null if there were none. */
export function refusalsOf(requests: Iterable<MeasuredRequest>): Refusals | null {
  let tooManyCount = 0
  const unavailableS: number[] = []
  for (const request of requests) {
    const { error } = request
    if (error?.code !== 'http-status') continue
    if (error.status === tooMany) tooManyCount++
    if (error.status === unavailable) unavailableS.push(endS(request))
  }
  const unavailableCount = servesAt(requests, unavailableS) ? unavailableS.length : 0
  const count = tooManyCount + unavailableCount
  if (count === 0) return null
  const statuses = [
    ...(tooManyCount > 0 ? [tooMany] : []),
    ...(unavailableCount > 0 ? [unavailable] : []),
  ]
  return { count, statuses }
}

/** Whether a response was in progress at nearly all of these times. */
function servesAt(requests: Iterable<MeasuredRequest>, timesS: readonly number[]): boolean {
  if (timesS.length === 0) return false
  const [starts, ends] = [new NumberList(), new NumberList()]
  for (const request of requests) {
    if (!isSuccess(request)) continue
    starts.add(request.startS)
    ends.add(endS(request))
  }
  const [startsS, endsS] = [sortedOf(starts.all), sortedOf(ends.all)]
  const serving = timesS.filter((atS) => countUpTo(startsS, atS) > countUpTo(endsS, atS))
  return serving.length >= leastServingShare * timesS.length
}
