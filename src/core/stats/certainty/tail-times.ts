// Number of separate times at which a run saw its slowest first tokens. Requests that wait together show a single state of
// the server, and another run has other states: this number, and not the number of requests, limits how well a tail is known.
import { quantileOf } from '../durations/in-order.ts'
import type { NumberList } from '../durations/number-list.ts'
import { waitedFactor } from './load-to-capacity.ts'
import { fastestQuantile, readingTimes } from './reading-times.ts'

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

/** Mean latencies without a wait after which the server is in another state; see bench/truth/intervals.ts. */
const calmLatencies = 0.5

/** Times with first tokens as slow as `limitS`. */
export function tailTimesOf({
  startsS,
  ttftsS,
  promptTokens,
  meanLatencyS,
}: FirstTokens): (limitS: number) => TailTimes {
  const [starts, ttfts] = [startsS.all, ttftsS.all]
  const reading = readingTimes(ttfts, promptTokens.all)
  const usualS = waitedFactor * quantileOf(ttfts, fastestQuantile)
  const timesBeyond = (limitS: number): TailTimes => {
    let [sum, squares, atThisTime, waiting, untilS] = [0, 0, 0, 0, -Infinity]
    const close = () => {
      sum += atThisTime
      squares += atThisTime ** 2
      atThisTime = 0
    }
    starts.forEach((startS, at) => {
      const ttftS = ttfts[at] ?? 0
      const waited = ttftS > usualS + (reading[at] ?? 0)
      if (startS - untilS > calmLatencies * meanLatencyS) close()
      if (ttftS >= limitS) atThisTime++
      if (ttftS >= limitS && waited) waiting++
      if (waited || ttftS >= limitS) untilS = Math.max(untilS, startS + (waited ? ttftS : 0))
    })
    close()
    return { times: squares === 0 ? Infinity : sum ** 2 / squares, isWait: 2 * waiting > sum }
  }
  // All latencies to a first token ask for the same few.
  const known = new Map<number, TailTimes>()
  return (limitS) => {
    const times = known.get(limitS) ?? timesBeyond(limitS)
    known.set(limitS, times)
    return times
  }
}
