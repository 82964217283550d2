// The queue of a server at a rate of requests: how much of a run its requests waited for each other. A short run sees few busy
// periods, and its own spread does not show how few, but the number of requests that wait does: in a queue, the error of a mean
// wait grows like 1 ÷ (1 − load) (Whitt 1991), and the number that waits as well.
import { dueS, type MeasuredRequest, successesIn } from '../measured-request.ts'

export type ServerQueue = Readonly<{
  /** Mean wait for a first token beyond the shortest. */
  waitS: number
  /** Requests that wait, on average. */
  length: number
}>

const noQueue: ServerQueue = { waitS: 0, length: 0 }

/** Factors that bring the intervals of `bench/truth` to their confidence; a queue far shorter than `negligible` is chance. */
const spreadOfWait = 2
const negligible = 0.1
/** Slow requests of a tail follow each other, but those between two busy periods are not among them. */
const partInTail = 0.75

/** None if no rate spread the requests over time, or responses were not streamed. */
export function serverQueue(requests: Iterable<MeasuredRequest>): ServerQueue {
  let [count, fromS, untilS, sumS, leastS] = [0, Infinity, -Infinity, 0, Infinity]
  for (const request of successesIn(requests)) {
    if (request.turn !== undefined) return noQueue
    fromS = Math.min(fromS, dueS(request))
    untilS = Math.max(untilS, dueS(request))
    sumS += request.ttftS
    leastS = Math.min(leastS, request.ttftS)
    count++
  }
  if (!(untilS > fromS)) return noQueue
  const waitS = Math.max(0, sumS / count - leastS)
  return { waitS, length: ((count - 1) / (untilS - fromS)) * waitS }
}

/** Standard error of the mean wait of one request, as a share of it: that of n requests is this ÷ √n. */
export function queueSpread({ length }: ServerQueue): number {
  return (spreadOfWait * length * (1 + length)) / (length + negligible)
}

/** Requests that count as one for a percentile, and as one for the tail beyond it; at least 1. */
export function alikeInQueue(queue: ServerQueue): Readonly<{ usual: number; tail: number }> {
  const spread = queueSpread(queue)
  return { usual: Math.max(1, spread ** 2), tail: Math.max(1, partInTail * spread) }
}
