// How well a mean is known where each value resembles the one before it, as latencies do: means of batches that follow
// each other are nearly independent, so their spread tells what the spread of single values does not.
import { studentReach } from './distributions.ts'
import { usualConfidence, type Estimate, type Interval } from './interval.ts'

const mostBatches = 32
/** With fewer, the interval says more about its own luck than about the mean. */
const fewestBatches = 8
export const fewestValuesForMean = 2 * fewestBatches

/** Values in the order they came; null where they are too few. */
export function batchMeans(values: Float64Array): Estimate | null {
  if (values.length < fewestValuesForMean) return null
  let means = batches(values, Math.min(mostBatches, values.length >> 1))
  // Batches that still resemble each other are too short for how long the run remembers.
  while (resemblance(means) > 1 / Math.sqrt(means.length) && means.length >= 2 * fewestBatches) {
    means = batches(values, means.length >> 1)
  }
  return {
    value: meanOf(values),
    standardError: Math.sqrt(varianceOf(means) / means.length),
    degrees: means.length - 1,
  }
}

export function intervalOf(
  { value, standardError, degrees }: Estimate,
  confidence = usualConfidence,
): Interval {
  const reach = standardError * studentReach(confidence, degrees)
  return { low: value - reach, high: value + reach }
}

/** Means of batches of one size; values that fill no batch are left out at the beginning. */
export function batches(values: Float64Array, count: number): Float64Array {
  const size = Math.floor(values.length / count)
  const first = values.length - size * count
  return Float64Array.from({ length: count }, (_, batch) =>
    meanOf(values.subarray(first + batch * size, first + (batch + 1) * size)),
  )
}

/** The correlation of each with the one after it. */
function resemblance(means: Float64Array): number {
  const centre = meanOf(means)
  const spread = means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0)
  const together = means
    .subarray(1)
    .reduce((sum, mean, index) => sum + (mean - centre) * ((means[index] ?? 0) - centre), 0)
  return spread === 0 ? 0 : together / spread
}

export function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Of the population the values are a sample of. */
export function varianceOf(values: Float64Array): number {
  const centre = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return squares / (values.length - 1)
}
