// Confidence of the mean and the percentiles of gaps between tokens. Gaps of one response are correlated, and overlapping
// responses wait for the same steps of the server: each response is a cluster, in send order.
import { sum } from '#core/base/spread.ts'
import type { LatencyCertainty } from '#core/model/run/certainty.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import {
  fewestBatches,
  fewestValuesForMean,
  valuesForMean,
  latencyEnds,
  meanOf,
} from './batch-means.ts'
import { meanOfRounds } from './mean-of-parts.ts'
import { errorOfGaps, type RunErrors } from './run-errors.ts'
import { furtherEnds, type Interval, type MeanEstimate } from './interval.ts'
import {
  effectiveCount,
  fewestValuesFor,
  noSurerThanCount,
  noSurerThanMoments,
  rankedInterval,
  rareMoments,
} from './percentile-interval.ts'
import type { DurationTally } from '../durations/duration-tally.ts'
import { gapTally } from '../durations/gap-tally.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { NumberList } from '../durations/number-list.ts'

type GapCertaintyOptions = Readonly<{
  percentiles: readonly number[]
  /** Stretches of time covered by responses; `Infinity` if unknown. */
  stretches?: number
  /** Factor that widens an interval, because few long responses set the pace. */
  widened?: number
  /** Gaps of all responses; counted here if absent. */
  gaps?: DurationTally | undefined
  /** Errors of a run without a rate. */
  errors?: RunErrors | null
}>

export function gapCertainty(
  requests: Iterable<MeasuredRequest>,
  {
    percentiles,
    stretches = Infinity,
    widened = 1,
    gaps = gapTally(requests),
    errors = null,
  }: GapCertaintyOptions,
): KnownLatency {
  const limits = percentiles.map((percentile) => {
    const limitS = gaps.at(Math.round((percentile / 100) * (gaps.count - 1)))
    return { limitUs: Math.round(limitS * 1e6), within: new NumberList() }
  })
  const sizes = new NumberList()
  const totals = new NumberList()
  for (const { error, interTokenLatenciesUs: gapsUs } of requests) {
    if (error !== null || gapsUs.length === 0) continue
    sizes.add(gapsUs.length)
    totals.add(sum(gapsUs) / 1e6)
    for (const { limitUs, within } of limits) within.add(countWithin(gapsUs, limitUs))
  }
  const clusters = sizes.all
  const mean = clusterRatio(totals.all, clusters, stretches, errors)
  return {
    mean: mean && { ...mean, standardError: widened * mean.standardError },
    percentile: (percentile) => {
      const counted = limits[percentiles.indexOf(percentile)]?.within.all
      const share = counted === undefined ? null : clusterRatio(counted, clusters, stretches)
      if (counted === undefined || share === null || gaps.count < fewestValuesFor(percentile))
        return null
      const found = gaps.at(Math.round((percentile / 100) * (gaps.count - 1)))
      if (stretches < fewestBatches) {
        const alone = rankedInterval(gaps, { percentile, independent: gaps.count })
        const spread = gaps.deviationS
        const asCounted = { percentile, ranked: gaps, count: clusters.length, spread }
        return furtherEnds(noSurerThanCount(alone, found, asCounted), found, widened)
      }
      const within = counted.map((count, index) => count / (clusters[index] ?? 1))
      const moments = rareMoments(within, { share: percentile / 100, stretches })
      const independent = Math.min(
        gaps.count,
        effectiveCount(share, percentile / 100),
        moments / Math.min(percentile / 100, 1 - percentile / 100),
      )
      const interval = rankedInterval(gaps, {
        percentile,
        independent: Math.max(1, Math.floor(independent)),
      })
      const own = noSurerThanMoments(interval, found, { percentile, ranked: gaps, moments })
      return furtherEnds(own, found, widened)
    },
  }
}

/** Rounds to whole microseconds, like the tally of gaps. */
function countWithin(gapsUs: Uint32Array | Float64Array, limitUs: number): number {
  const endUs = limitUs + 0.5
  let count = 0
  for (let i = 0; i < gapsUs.length; i++) if ((gapsUs[i] ?? 0) < endUs) count++
  return count
}

/**
 * Ratio estimator Σ totals ÷ Σ sizes for clustered values, such as the gaps of responses: clusters were sampled, not values.
 * Requires clusters in order; null if there are too few. The error is the error of a cluster's mean residual (Taylor
 * linearisation), by batches, because neighbours are also correlated.
 */
export function clusterRatio(
  totals: Float64Array,
  sizes: Float64Array,
  stretches = Infinity,
  errors: RunErrors | null = null,
): MeanEstimate | null {
  const size = meanOf(sizes)
  const ratio = meanOf(totals) / size
  const each = totals.map((total, index) => ratio + (total - ratio * (sizes[index] ?? 0)) / size)
  const shared = errors && errorOfGaps(each, errors)
  return meanOfRounds(each, stretches, { share: 0, unevenness: 1, shared })
}

/** Mean and percentiles of one latency with their intervals. Seconds; null if there are too few values. */
export type KnownLatency = Readonly<{
  mean: MeanEstimate | null
  percentile: (percentile: number) => PercentileInterval | null
}>

/** `own`: interval from the spread within the run alone, if few times of its tail widen it. */
type PercentileInterval = Interval & Readonly<{ own?: Interval }>

/** `neededFor`: number of values in a long enough run; null if this one is. `hidesTail`: it saw its tail at few times. */
export function certainFigures(
  metric: MetricName,
  { mean, percentile: intervalFor }: KnownLatency,
  {
    percentiles,
    count,
    neededFor,
  }: Readonly<{
    percentiles: readonly number[]
    /** Number of values, or of responses with gaps. */
    count: number
    neededFor: (
      percentile: number | null,
    ) => Readonly<{ values: number | null; hidesTail: boolean }>
  }>,
): LatencyCertainty[] {
  const found = percentiles.map(intervalFor)
  const intervals = percentilesInOrder(percentiles, found)
  const owns = percentilesInOrder(
    percentiles,
    found.map((interval) => interval?.own ?? interval),
  )
  const figure = (percentile: number | null, fewest: number, at: Ends) => {
    const { values, hidesTail } = neededFor(percentile)
    const own = hidesTail ? (at.own ?? at.interval) : values === null ? at.own : null
    return {
      ...{ metric, percentile },
      fewestValues: Math.max(fewest, values ?? 0),
      intervalMs: values === null && at.interval ? inMs(at.interval) : null,
      ...(own && { ownIntervalMs: inMs(own) }),
    }
  }
  return [
    {
      ...figure(null, mean ? valuesForMean(mean, count) : fewestValuesForMean, {
        interval: mean && latencyEnds(mean),
      }),
      ...(mean && { spreadErrorMs: mean.spreadError * 1000 }),
    },
    ...percentiles.map((percentile, at) =>
      figure(percentile, fewestValuesFor(percentile), {
        interval: intervals[at] ?? null,
        ...(found[at]?.own && { own: owns[at] ?? null }),
      }),
    ),
  ]
}

type Ends = Readonly<{ interval: Interval | null; own?: Interval | null }>

/**
 * Sorts the ends of percentiles' intervals, so that higher percentiles have no lower ends. Sorting never increases their distance
 * from the truth (Chernozhukov, Fernández-Val and Galichon 2010).
 */
function percentilesInOrder(
  percentiles: readonly number[],
  intervals: readonly (Interval | null)[],
): (Interval | null)[] {
  const known = intervals.flatMap((interval) => interval ?? [])
  const lows = known.map(({ low }) => low).sort((one, other) => one - other)
  const highs = known.map(({ high }) => high).sort((one, other) => one - other)
  const rising = percentiles.toSorted((one, other) => one - other)
  const places = rising.filter((percentile) => intervals[percentiles.indexOf(percentile)] !== null)
  return percentiles.map((percentile) => {
    const place = places.indexOf(percentile)
    const [low, high] = [lows[place], highs[place]]
    return low === undefined || high === undefined ? null : { low, high }
  })
}

/** Always includes the median. Excludes min and max of a run, which predict nothing about another run. */
export function importedPercentiles(asked: readonly number[]): readonly number[] {
  const reported = [...new Set([50, ...asked])]
  return reported.filter((percentile) => percentile > 0 && percentile < 100)
}

function inMs({ low, high }: Interval): Interval {
  return { low: low * 1000, high: high * 1000 }
}
