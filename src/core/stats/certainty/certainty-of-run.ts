// Everything that says how far the numbers of one run can be trusted as numbers, from its requests.
import {
  certainMetricNames,
  type CertainFigure,
  type CertainMetricName,
  type Certainty,
} from '#core/model/certainty.ts'
import { isSuccess, tpotS, type MeasuredRequest } from '../measured-request.ts'
import { steadinessOf } from '../steady/steadiness.ts'
import { achievedRate } from './achieved-rate.ts'
import { batchMeans, fewestValuesForMean, intervalOf } from './batch-means.ts'
import type { Interval } from './interval.ts'
import { littlesLaw } from './littles-law.ts'
import { fewestValuesFor, percentileInterval } from './percentile-interval.ts'
import { stallsOf } from './stalls.ts'
import { throughputReach } from './throughput-reach.ts'

/** As long as a reader takes for standstill. */
export const stallS = 0.5

export type CertaintyOptions = Readonly<{
  percentiles: readonly number[]
  steadyWindow: Readonly<{ startS: number; endS: number }> | null
}>

/** Requests in the order of the plan; they are gone through several times. */
export function certaintyOf(
  requests: Iterable<MeasuredRequest>,
  { percentiles, steadyWindow }: CertaintyOptions,
): Certainty {
  const values = valuesOf(requests)
  const law = steadyWindow && littlesLaw(requests, steadyWindow)
  return {
    figures: certainMetricNames.flatMap((metric) => figuresOf(metric, values[metric], percentiles)),
    throughputReach: throughputReach(requests, steadyWindow),
    rate: achievedRate(requests),
    littlesLawRatio: law?.ratio ?? null,
    steadiness: steadyWindow && steadinessOf(requests, steadyWindow),
    stalls: stallsOf(requests, stallS),
  }
}

function valuesOf(requests: Iterable<MeasuredRequest>): Record<CertainMetricName, Float64Array> {
  const ttft: number[] = []
  const tpot: number[] = []
  const e2el: number[] = []
  for (const request of requests) {
    if (!isSuccess(request)) continue
    const shared = tpotS(request)
    if (shared !== null) tpot.push(shared)
    ttft.push(request.ttftS)
    e2el.push(request.latencyS)
  }
  return {
    ttft: Float64Array.from(ttft),
    tpot: Float64Array.from(tpot),
    e2el: Float64Array.from(e2el),
  }
}

function figuresOf(
  metric: CertainMetricName,
  valuesS: Float64Array,
  percentiles: readonly number[],
): CertainFigure[] {
  const mean = batchMeans(valuesS)
  return [
    {
      ...{ metric, percentile: null, fewestValues: fewestValuesForMean },
      intervalMs: mean && inMs(intervalOf(mean)),
    },
    ...inner(percentiles).map((percentile) => {
      const interval = percentileInterval(valuesS, percentile)
      return {
        ...{ metric, percentile, fewestValues: fewestValuesFor(percentile) },
        intervalMs: interval && inMs(interval),
      }
    }),
  ]
}

/** The median is always told; the least and the most of a run say nothing of another run. */
function inner(percentiles: readonly number[]): readonly number[] {
  const told = [...new Set([50, ...percentiles])]
  return told.filter((percentile) => percentile > 0 && percentile < 100)
}

function inMs({ low, high }: Interval): Interval {
  return { low: low * 1000, high: high * 1000 }
}
