// Queue of a server at a request rate: how long a run's requests waited for each other. A short run sees few busy periods, which
// its own spread does not show, but the number of waiting requests does: in a queue, both it and the error of the mean wait grow
// like 1 ÷ (1 − load) (Whitt 1991).
import { NumberList } from '../durations/number-list.ts'
import { meanOf } from './batch-means.ts'
import type { SharedPart } from './shared-part.ts'
import { dueS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { isOfSeveral } from '../schedule-units.ts'

export type ServerQueue = Readonly<{
  /** Mean wait for a first token beyond the minimum. */
  waitS: number
  /** Mean number of waiting requests. */
  length: number
  /** From the first due time to the last. */
  lastsS: number
  /** The server refuses requests rather than let more of them wait. */
  isBounded?: true
}>

const noQueue: ServerQueue = { waitS: 0, length: 0, lastsS: Infinity }

/** Factors that calibrate the intervals of `bench/truth`; a queue far shorter than `negligible` is chance. */
const spreadOfWait = 2
const negligible = 0.1
/**
 * Share of a busy period in the tail: slow requests are consecutive, but requests between two busy periods are not part of it.
 */
const partInTail = 0.75

/** Empty and infinite if no rate spread the requests over time, or responses were not streamed. */
export function serverQueue(requests: Iterable<MeasuredRequest>): ServerQueue {
  const ttftsS = new NumberList()
  let [fromS, untilS, leastS] = [Infinity, -Infinity, Infinity]
  for (const request of successesIn(requests)) {
    if (isOfSeveral(request)) return noQueue
    fromS = Math.min(fromS, dueS(request))
    untilS = Math.max(untilS, dueS(request))
    ttftsS.add(request.ttftS)
    leastS = Math.min(leastS, request.ttftS)
  }
  if (!(untilS > fromS)) return noQueue
  const waitS = Math.max(0, meanOf(ttftsS.all) - leastS)
  const lastsS = untilS - fromS
  return { waitS, length: ((ttftsS.length - 1) / lastsS) * waitS, lastsS }
}

/** Limits the wait to the spread that neighbours share, because the rest is a spread of services. */
export function sharedQueue(queue: ServerQueue, { variance, mostShare }: SharedPart): ServerQueue {
  const share = Math.min(1, Math.sqrt(mostShare * variance) / queue.waitS)
  return queue.waitS === 0
    ? queue
    : { ...queue, waitS: share * queue.waitS, length: share * queue.length }
}

/**
 * A queue with an end varies less than an open one, but as slowly. The error of the mean of n waits is σ (1 + length) ÷ √n,
 * because a random walk between both ends forgets its place in about (1 + length)² requests.
 */
export function boundedQueue(queue: ServerQueue, { variance }: SharedPart): ServerQueue {
  return { ...queue, waitS: Math.sqrt(variance) / spreadOfWait, isBounded: true }
}

/** Relative standard error of one request's wait; for n requests it is this ÷ √n. */
export function queueSpread({ length }: ServerQueue): number {
  return (spreadOfWait * length * (1 + length)) / (length + negligible)
}

/** Numbers of requests that count as one. */
export type Alike = Readonly<{
  /** For any percentile, one outside the tails, and one in a tail; each at least 1. */
  all: number
  usual: number
  tail: number
}>

/** For a latency of which this share of the variance may be common to neighbours. */
export function alikeInQueue(
  queue: ServerQueue,
  { mostShare, all }: Readonly<{ mostShare: number; all: number }>,
): Alike {
  // The states of a bounded queue are seen in the number in flight.
  const spread = queue.isBounded === true ? 0 : queueSpread(queue)
  return {
    all,
    usual: 1 + mostShare * Math.max(0, spread ** 2 - 1),
    tail: Math.max(1, partInTail * spread),
  }
}
