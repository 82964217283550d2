// How many requests it takes to distinguish every requested percentile.
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'

type DemandingPercentile = Readonly<{ percentile: number; fewestRequests: number }>

/** The percentile that takes the most requests; null where none is requested. Min and max need none. */
export function demandingPercentile(percentiles: readonly number[]): DemandingPercentile | null {
  const demands = percentiles
    .filter((percentile) => percentile > 0 && percentile < 100)
    .map((percentile) => ({ percentile, fewestRequests: fewestValuesFor(percentile) }))
  return demands.toSorted((a, b) => b.fewestRequests - a.fewestRequests)[0] ?? null
}
