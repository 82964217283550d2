// Number of separate times at which a run saw its slowest first tokens. Requests that wait together show a single state of the
// server, and another run sees other states: this number, not the number of requests, limits how well a tail is known.
import { quantileOf } from '../durations/in-order.ts'
import type { NumberList } from '../durations/number-list.ts'
import type { ResponsePace } from '#core/model/run/certainty.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { meanOf, varianceOf } from './batch-means.ts'
import type { ServerStates } from './full-times.ts'
import { errorOfTimes } from './percentile-interval.ts'
import { leastSurelyShare, surelyFactor, waitedFactor } from './load-to-capacity.ts'
import { fastestQuantile, readingTimes } from './reading-times.ts'
import { varianceInflation } from './share-interval.ts'
import { inFlightBy } from './steadiness.ts'

type FirstTokens = Readonly<{
  /** Ascending; seconds since the start of the run. */
  startsS: NumberList
  ttftsS: NumberList
  promptTokens: NumberList
  meanLatencyS: number
}>

export type TailTimes = Readonly<{
  /** Effective number: (Σ requests of a time)² ÷ Σ requests² (Kish 1965). */
  times: number
  /** Whether most of these requests waited in the server. */
  isWait: boolean
}>

/** Time, in mean latencies without waiting, after which the server is in another state; see bench/truth/intervals.ts. */
const calmLatencies = 0.5

/** Requests that certainly waited: number, separate times (weighted by requests and by duration), and total duration. */
export type SureWaits = Readonly<{
  count: number
  times: number
  timesByLength: number
  sumS: number
}>

type Times = Readonly<{
  /** Separate times with first tokens as slow as `limitS`. */
  beyond: (limitS: number) => TailTimes
  sure: SureWaits
}>

export function timesOf({ startsS, ttftsS, promptTokens, meanLatencyS }: FirstTokens): Times {
  const [starts, ttfts] = [startsS.all, ttftsS.all]
  const reading = readingTimes(ttfts, promptTokens.all)
  const fastestS = quantileOf(ttfts, fastestQuantile)
  const waitedS = ttfts.map((ttftS, at) => ttftS - (reading[at] ?? 0))
  /** Separate times of all requests with a weight above 0. */
  const separate = (weightOf: (at: number) => number) => {
    let [sum, squares, atThisTime, untilS] = [0, 0, 0, -Infinity]
    const close = () => {
      sum += atThisTime
      squares += atThisTime ** 2
      atThisTime = 0
    }
    starts.forEach((startS, at) => {
      const weight = weightOf(at)
      const hasWaited = (waitedS[at] ?? 0) > waitedFactor * fastestS
      if (startS - untilS > calmLatencies * meanLatencyS) close()
      atThisTime += weight
      if (hasWaited || weight > 0)
        untilS = Math.max(untilS, startS + (hasWaited ? (ttfts[at] ?? 0) : 0))
    })
    close()
    return { sum, times: squares === 0 ? Infinity : sum ** 2 / squares }
  }
  const timesBeyond = (limitS: number): TailTimes => {
    const isBeyond = (at: number) => ((ttfts[at] ?? 0) >= limitS ? 1 : 0)
    const { sum, times } = separate(isBeyond)
    const waiting = waitedS.filter((each, at) => isBeyond(at) && each > waitedFactor * fastestS)
    return { times, isWait: 2 * waiting.length > sum }
  }
  const lengthOf = (at: number) => Math.max(0, (waitedS[at] ?? 0) - surelyFactor * fastestS)
  const [byNumber, byLength] = [separate((at) => (lengthOf(at) > 0 ? 1 : 0)), separate(lengthOf)]
  // All latencies to a first token use the same few results.
  const known = new Map<number, TailTimes>()
  return {
    beyond: (limitS) => {
      const times = known.get(limitS) ?? timesBeyond(limitS)
      known.set(limitS, times)
      return times
    },
    sure: {
      count: byNumber.sum,
      times: byNumber.times,
      timesByLength: byLength.times,
      sumS: byLength.sum,
    },
  }
}

/**
 * Separate times of waiting per state of the server in which requests certainly wait: near the capacity, a queue that does not empty
 * for long still rises and falls; see bench/truth/intervals.ts.
 */
const timesPerWaitingState = 0.7

/** Standard error of the waits in a mean. */
export function errorOfSureWaits(
  sure: SureWaits | undefined,
  { states, requests }: Readonly<{ states: number; requests: number }>,
): number {
  if (sure === undefined || sure.count === 0) return 0
  const statesTimes = (timesPerWaitingState * states * sure.count) / requests
  return (sure.sumS / requests) * errorOfTimes(Math.max(sure.timesByLength, statesTimes))
}

/** Parts of a run whose numbers of requests in flight are compared. */
const parts = 1024
/** Time, in mean latencies, after which the usual number of requests is in flight. */
const fillingLatencies = 2

type Begun = Readonly<{ startsS: NumberList; meanLatencyS: number }>

/** Successive server states that a run saw, for values that vary like its number in flight. */
export function statesSeen(
  requests: Iterable<MeasuredRequest>,
  { startsS: { all }, meanLatencyS }: Begun,
): ServerStates {
  const startS = (all[0] ?? 0) + fillingLatencies * meanLatencyS
  const endS = all.at(-1) ?? 0
  if (endS <= startS) return { count: 1, inFlight: 0, spread: 0 }
  const inFlight = inFlightBy(requests, { startS, endS }, parts)
  return {
    count: parts / varianceInflation(inFlight),
    inFlight: meanOf(inFlight),
    spread: Math.sqrt(varianceOf(inFlight)),
  }
}

/** Number of states that a tail requires from a server at its capacity; see bench/truth/intervals.ts. */
export const statesAtCapacity = 2.5

/**
 * Minimum number of states × share of requests beyond a percentile for which the tail is known. Near the capacity, a tail comes
 * from a few states that last long, and a calm run sees none of them.
 */
export function statesNeeded(pace: ResponsePace | null): number {
  const surelyShare = pace?.loadToCapacity?.surelyShare ?? 0
  const share = surelyShare >= leastSurelyShare ? 1 : (pace?.signs?.loadToLimit?.share ?? 0)
  return statesAtCapacity * Math.max(0, share) ** 3
}
