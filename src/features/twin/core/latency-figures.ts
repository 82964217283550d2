// Latencies of a run, measured or virtual, from the same three times of each request.
import { quantile } from '#core/stats/durations/quantile.ts'
import { mean } from '#core/base/spread.ts'
import { firstAtS, lastAtS, type ObservedRun } from './observed-run.ts'
import type { VirtualLoad, VirtualRun } from './virtual-engine.ts'

/** Sorted, in seconds. */
export type Latencies = Readonly<{ ttft: Float64Array; tpot: Float64Array; e2el: Float64Array }>

export type LatencyName = keyof Latencies

export type Times = Readonly<{
  sentS: number
  firstS: number
  lastS: number
  outputTokens: number
}>

/** `isCounted` takes the index of a request. */
export function latenciesOf(
  times: readonly Times[],
  isCounted: (index: number) => boolean = () => true,
): Latencies {
  const counted = times.filter((_, index) => isCounted(index))
  const sorted = (values: readonly number[]) => Float64Array.from(values).sort()
  return {
    ttft: sorted(counted.map(({ sentS, firstS }) => firstS - sentS)),
    tpot: sorted(
      counted.flatMap(({ firstS, lastS, outputTokens }) =>
        outputTokens > 1 ? (lastS - firstS) / (outputTokens - 1) : [],
      ),
    ),
    e2el: sorted(counted.map(({ sentS, lastS }) => lastS - sentS)),
  }
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

/** `percentile` in 0…100; null for the mean. */
export function latencyFigure(values: Float64Array, percentile: number | null): number {
  return percentile === null ? mean(values) : quantile(values, percentile / 100)
}
