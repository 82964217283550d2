// The mean and the percentiles of one latency, each with its interval.
import type { CertainFigure } from '#core/model/run/certainty.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import { fewestValuesForMean, intervalOf } from './batch-means.ts'
import type { Interval, MeanEstimate } from './interval.ts'
import { fewestValuesFor } from './percentile-interval.ts'

/** In seconds; null where there are too few values. */
export type KnownLatency = Readonly<{
  mean: MeanEstimate | null
  percentile: (percentile: number) => Interval | null
}>

export function certainFigures(
  metric: MetricName,
  { mean, percentile: intervalFor }: KnownLatency,
  percentiles: readonly number[],
): CertainFigure[] {
  return [
    {
      metric,
      percentile: null,
      fewestValues: fewestValuesForMean,
      intervalMs: inMs(mean && intervalOf(mean)),
      ...(mean && { spreadErrorMs: mean.spreadError * 1000 }),
    },
    ...percentiles.map((percentile) => ({
      metric,
      percentile,
      fewestValues: fewestValuesFor(percentile),
      intervalMs: inMs(intervalFor(percentile)),
    })),
  ]
}

/** The median is always included; the min and max of a run say nothing about another run. */
export function importedPercentiles(asked: readonly number[]): readonly number[] {
  const reported = [...new Set([50, ...asked])]
  return reported.filter((percentile) => percentile > 0 && percentile < 100)
}

function inMs(interval: Interval | null): Interval | null {
  return interval && { low: interval.low * 1000, high: interval.high * 1000 }
}
