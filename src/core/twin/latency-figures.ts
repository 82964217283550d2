// Latencies of a run, measured or virtual, from the same three times of each request.
import { firstAtS, lastAtS, type ObservedRun } from './observed-run.ts'
import type { VirtualLoad, VirtualRun } from './virtual-engine.ts'

/** Sorted, in seconds. */
export type Latencies = Readonly<{ ttft: Float64Array; tpot: Float64Array; e2el: Float64Array }>

export type LatencyName = keyof Latencies

type Times = Readonly<{ sentS: number; firstS: number; lastS: number; outputTokens: number }>

/** `isCounted`: by the place of the request. */
export function latenciesOf(
  times: Iterable<Times>,
  isCounted: (index: number, times: Times) => boolean = () => true,
): Latencies {
  const [ttft, tpot, e2el]: [number[], number[], number[]] = [[], [], []]
  let index = 0
  for (const each of times) {
    if (!isCounted(index++, each)) continue
    const { sentS, firstS, lastS, outputTokens } = each
    ttft.push(firstS - sentS)
    e2el.push(lastS - sentS)
    if (outputTokens > 1) tpot.push((lastS - firstS) / (outputTokens - 1))
  }
  return { ttft: sorted(ttft), tpot: sorted(tpot), e2el: sorted(e2el) }
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort()
}

export function observedTimes({ requests }: ObservedRun): Times[] {
  return requests.map((request) => ({
    sentS: request.sentS,
    firstS: firstAtS(request),
    lastS: lastAtS(request),
    outputTokens: request.outputTokens,
  }))
}

export function virtualTimes(
  { sentS, firstS, lastS }: VirtualRun,
  { lengths }: Pick<VirtualLoad, 'lengths'>,
): Times[] {
  return lengths.map(({ outputTokens }, index) => ({
    sentS: sentS[index] ?? NaN,
    firstS: firstS[index] ?? NaN,
    lastS: lastS[index] ?? NaN,
    outputTokens,
  }))
}

/** `share` in 0…1, by linear interpolation; NaN when empty. */
export function quantile(sortedValues: ArrayLike<number>, share: number): number {
  const place = share * (sortedValues.length - 1)
  const below = Math.floor(place)
  const low = sortedValues[below] ?? NaN
  const high = sortedValues[Math.min(below + 1, sortedValues.length - 1)] ?? NaN
  return low + (high - low) * (place - below)
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0
  return sum / values.length
}

/** `percentile` in 0…100; null for the mean. */
export function latencyFigure(values: Float64Array, percentile: number | null): number {
  return percentile === null ? mean(values) : quantile(values, percentile / 100)
}
