// How well a mean is known where each value resembles the one before it, as latencies do: means of batches that follow
// each other are nearly independent, so their spread shows what the spread of single values does not.
import { studentReach } from './distributions.ts'
import { type Estimate, type Interval, type MeanEstimate, usualConfidence } from './interval.ts'

export const mostBatches = 32
/** With fewer, the interval says more about its own luck than about the mean. */
export const fewestBatches = 8
/** Estimates above it are luck of few batches more often than memory of the server; see bench/truth/intervals.ts. */
export const mostCorrelation = 0.5
/** Correlation that few batches miss, times √batches. */
const missedCorrelation = 0.3
/** Largest error, as a share of the varying part, of which it is known how it grows. */
const widestShare = 0.9
/** Of sums of numbers that are all the same. */
const roundingError = 1e-12
/** With fewer, their spread says hardly anything. */
const fewestIndependent = 3
export const fewestValuesForMean = 2 * fewestBatches

/**
 * Values in the order they came; null where they are too few. `stretches`: how many stretches of time they come from that
 * do not overlap (`stretches.ts`), since requests in flight together share what the server does.
 */
export function batchMeans(values: Float64Array, stretches = Infinity): MeanEstimate | null {
  if (values.length < fewestValuesForMean) return null
  return { ...boundedMean(values, stretches), spreadError: spreadError(values) }
}

function boundedMean(values: Float64Array, stretches: number): Estimate {
  const most = Math.min(mostBatches, values.length >> 1, Math.floor(stretches))
  if (most < fewestBatches) return byCount(values)
  const means = batchesUnlikeEachOther(values, most)
  const value = meanOf(values)
  const independent = independentOf(means)
  const standardError = Math.sqrt(varianceOf(means) / independent)
  const isExact = standardError <= roundingError * Math.abs(value)
  const isUnknown = !isExact && independent < fewestIndependent
  const least = isUnknown ? byCount(values).standardError : 0
  return {
    value,
    standardError: Math.max(standardError, least),
    degrees: means.length - 1,
  }
}

function spreadError(values: Float64Array): number {
  const means = batchesUnlikeEachOther(values, Math.min(mostBatches, values.length >> 1))
  return Math.sqrt(varianceOf(means) / means.length)
}

function batchesUnlikeEachOther(values: Float64Array, most: number): Float64Array {
  let means = batches(values, most)
  // Batches that still resemble each other are too short for how long the run remembers.
  while (resembleEachOther(means) && means.length >= 2 * fewestBatches) {
    means = batches(values, means.length >> 1)
  }
  return means
}

/** As if chance moved the sum of the values as it moves a count of events, each as large as one of them. */
function byCount(values: Float64Array): Estimate {
  const squares = values.reduce((sum, value) => sum + value * value, 0)
  return {
    value: meanOf(values),
    standardError: Math.sqrt(squares) / values.length,
    degrees: values.length - 1,
  }
}

/** Fewer than there are where they still resemble each other, as those of an autoregression of first order. */
function independentOf(means: Float64Array): number {
  const count = means.length
  // Of few values the correlation comes out too small (Marriott and Pope 1954).
  const found = (count * resemblance(means) + 1) / (count - 3)
  const correlation =
    Math.min(mostCorrelation, Math.max(0, found)) + missedCorrelation / Math.sqrt(count)
  return (count * (1 - correlation)) / (1 + correlation)
}

function resembleEachOther(means: Float64Array): boolean {
  return resemblance(means) > 1 / Math.sqrt(means.length)
}

export function intervalOf(
  { value, standardError, degrees }: Estimate,
  confidence = usualConfidence,
): Interval {
  const reach = standardError * studentReach(confidence, degrees)
  return { low: value - reach, high: value + reach }
}

/**
 * Ends of the interval of a latency. The error of a mean grows with what varies of it: a run that is calm by chance shows a low
 * mean and a small error. So 1 ÷ the varying part has the symmetrical interval.
 */
export function latencyEnds(estimate: MeanEstimate): Interval {
  const { value, standardError, degrees, varying = value } = estimate
  const half = standardError * studentReach(usualConfidence, degrees)
  const share = half / varying
  if (!(share < widestShare)) {
    const widest = (varying * widestShare) / (1 - widestShare)
    return { low: Math.max(0, value - half), high: value + Math.max(half, widest) }
  }
  return { low: value - half / (1 + share), high: value + half / (1 - share) }
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
export function resemblance(means: Float64Array): number {
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
