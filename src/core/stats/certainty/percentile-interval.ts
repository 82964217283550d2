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
  const chance = percentile / 100
  const found = sorted[Math.round(chance * (sorted.length - 1))] ?? NaN
  const independent = Math.floor(values.length / varianceInflation(upTo(found, values)))
  const trials = { trials: independent, chance }
  const scale = values.length / independent
  const low = Math.floor((binomialQuantile((1 - confidence) / 2, trials) - 1) * scale)
  const high = Math.ceil(binomialQuantile((1 + confidence) / 2, trials) * scale)
  return {
    low: sorted[Math.max(0, low)] ?? found,
    high: sorted[Math.min(high, sorted.length - 1)] ?? found,
  }
}

function upTo(limit: number, values: Float64Array): Float64Array {
  return values.map((value) => (value <= limit ? 1 : 0))
}
