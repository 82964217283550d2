// Between which of the sorted values a true percentile lies: by counting alone, whatever the distribution. Where
// neighbours resemble each other there are fewer independent values than values, and the ranks lie further apart.
import { binomialQuantile } from './distributions.ts'
import { usualConfidence, type Interval } from './interval.ts'
import { varianceInflation } from './variance-inflation.ts'

/** How many independent values it takes for both ends of the interval to be values. */
export function fewestValuesFor(percentile: number, confidence = usualConfidence): number {
  const rarer = Math.max(percentile, 100 - percentile) / 100
  return Math.ceil(Math.log((1 - confidence) / 2) / Math.log(rarer))
}

/**
 * Values in the order they came; null where they are too few. Where they resemble each other so much that few of them
 * are independent, the interval ends at the largest or smallest.
 */
export function percentileInterval(
  values: Float64Array,
  percentile: number,
  confidence = usualConfidence,
): Interval | null {
  if (values.length < fewestValuesFor(percentile, confidence)) return null
  const sorted = values.toSorted()
  const found = sorted[Math.round((percentile / 100) * (sorted.length - 1))] ?? NaN
  const independent = Math.floor(values.length / varianceInflation(upTo(found, values)))
  const ranked = { count: sorted.length, at: (rank: number) => sorted[rank] ?? found }
  return rankedInterval(ranked, { percentile, independent, confidence })
}

type Ranked = Readonly<{
  count: number
  /** In ascending order, from 0. */
  at(rank: number): number
}>

/** As if only so many of the values were independent: their ranks, spread over all. */
export function rankedInterval(
  ranked: Ranked,
  {
    percentile,
    independent,
    confidence = usualConfidence,
  }: Readonly<{ percentile: number; independent: number; confidence?: number }>,
): Interval {
  const trials = { trials: independent, chance: percentile / 100 }
  const scale = ranked.count / independent
  const low = Math.floor((binomialQuantile((1 - confidence) / 2, trials) - 1) * scale)
  const high = Math.ceil(binomialQuantile((1 + confidence) / 2, trials) * scale)
  return { low: ranked.at(Math.max(0, low)), high: ranked.at(Math.min(high, ranked.count - 1)) }
}

function upTo(limit: number, values: Float64Array): Float64Array {
  return values.map((value) => (value <= limit ? 1 : 0))
}
