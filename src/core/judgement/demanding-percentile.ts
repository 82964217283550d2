// How many requests it takes to distinguish every requested percentile.
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'

export type DemandingPercentile = Readonly<{ percentile: number; fewestRequests: number }>

/** The percentile that takes the most; null where none is asked for. Smallest and largest are what they are. */
export function demandingPercentile(percentiles: readonly number[]): DemandingPercentile | null {
  const demands = percentiles
    .filter((percentile) => percentile > 0 && percentile < 100)
    .map((percentile) => ({ percentile, fewestRequests: fewestValuesFor(percentile) }))
  return demands.toSorted((a, b) => b.fewestRequests - a.fewestRequests)[0] ?? null
}
