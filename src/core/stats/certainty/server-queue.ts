// Queue of a server at a request rate: how long a run's requests waited for each other. A short run sees few busy periods, which
// its own spread does not show, but the number of waiting requests does: in a queue, both it and the error of the mean wait grow
// like 1 ÷ (1 − load) (Whitt 1991).
import { dueS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'

export type ServerQueue = Readonly<{
  /** Mean wait for a first token beyond the minimum. */
  waitS: number
  /** Mean number of waiting requests. */
  length: number
  /** From the first due time to the last. */
  lastsS: number
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
  const lastsS = untilS - fromS
  return { waitS, length: ((count - 1) / lastsS) * waitS, lastsS }
}

/** Relative standard error of one request's wait; for n requests it is this ÷ √n. */
export function queueSpread({ length }: ServerQueue): number {
  return (spreadOfWait * length * (1 + length)) / (length + negligible)
}

/** Number of requests that count as one for a percentile, and for the tail beyond it; at least 1. */
export function alikeInQueue(queue: ServerQueue): Readonly<{ usual: number; tail: number }> {
  const spread = queueSpread(queue)
  return { usual: Math.max(1, spread ** 2), tail: Math.max(1, partInTail * spread) }
}
