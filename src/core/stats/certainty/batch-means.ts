// Confidence interval of an autocorrelated mean by batch means: the means of consecutive batches are nearly independent, so their
// spread reveals the correlation that the spread of single values hides.
import { studentReach } from './distributions.ts'
import {
  type Estimate,
  type Interval,
  type MeanEstimate,
  mostReach,
  usualConfidence,
} from './interval.ts'

export const mostBatches = 32
/** With fewer, the interval depends more on chance than on the mean. */
export const fewestBatches = 8
/** Higher estimates come from chance in few batches more often than from memory of the server; see bench/truth/intervals.ts. */
export const mostCorrelation = 0.5
/** Correlation that few batches fail to detect, times √batches. */
const missedCorrelation = 0.3
/** Largest error, as a share of the varying part, for which its growth is known. */
const widestShare = 0.9
/** Rounding error of a sum of equal numbers. */
const roundingError = 1e-12
/** With fewer, their spread carries hardly any information. */
const fewestIndependent = 3
/** Error of a mean in standard deviations of single values, if there are too few stretches to show it. */
const mostSpreads = 1
export const fewestValuesForMean = 2 * fewestBatches

/**
 * Requires values in order of arrival; null if there are too few. `stretches`: number of non-overlapping stretches of
 * time that they cover (`stretches.ts`), because requests in flight together share the server's state.
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
  // Batches that are still correlated are shorter than the memory of the run.
  while (resembleEachOther(means) && means.length >= 2 * fewestBatches) {
    means = batches(values, means.length >> 1)
  }
  return means
}

/**
 * Error as if the sum of the values varied like a count of events of their size, capped at the error of a few values alone:
 * otherwise a constant latency seems uncertain.
 */
export function byCount(values: Float64Array): Estimate {
  const squares = values.reduce((sum, value) => sum + value * value, 0)
  const spread = Math.sqrt(varianceOf(values))
  return {
    value: meanOf(values),
    standardError: Math.min(Math.sqrt(squares) / values.length, mostSpreads * spread),
    degrees: values.length - 1,
  }
}

/** Effective number of batches, reduced by a first-order autoregression if they are still correlated. */
export function independentOf(means: Float64Array): number {
  const count = means.length
  // Corrects the downward bias of correlations from few values (Marriott and Pope 1954).
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
 * Ends of the interval of a latency. The error of a mean grows with its varying part: a run that is calm by chance has a low mean
 * and a small error. Therefore the interval is symmetrical in 1 ÷ the varying part.
 */
export function latencyEnds(estimate: MeanEstimate): Interval {
  const { value, varying = value, missed = 0, further = 0 } = estimate
  const half = halfOf(estimate)
  const share = half / varying
  const isWidest = growthIsUnknown(estimate)
  const below = isWidest ? half : half / (1 + share)
  const widest = (varying * widestShare) / (1 - widestShare)
  const above = isWidest ? Math.max(half, widest) : half / (1 - share)
  return { low: Math.max(0, value - below - further), high: value + above + missed + further }
}

function halfOf({ standardError, degrees }: Estimate): number {
  return standardError * studentReach(usualConfidence, degrees)
}

/** The varying part is too small beside its error, or absent. */
export function growthIsUnknown(estimate: MeanEstimate): boolean {
  const { value, varying = value } = estimate
  return !(halfOf(estimate) / varying < widestShare)
}

/** Number of values for which the interval of a mean does not reach beyond `mostReach` times the mean. */
export function valuesForMean(estimate: MeanEstimate, count: number): number {
  const { value, standardError, degrees, varying = value } = estimate
  const share = (standardError * studentReach(usualConfidence, degrees)) / varying
  const most = 1 - varying / (varying + (mostReach - 1) * value)
  const times = share > most && Number.isFinite(share) ? (share / most) ** 2 : 0
  return Math.max(fewestValuesForMean, Math.ceil(times * count))
}

/** Means of batches of equal size; drops values at the beginning that fill no batch. */
export function batches(values: Float64Array, count: number): Float64Array {
  const size = Math.floor(values.length / count)
  const first = values.length - size * count
  return new Float64Array(count).map(
    (_, batch) => sumOf(values, first + batch * size, first + (batch + 1) * size) / size,
  )
}

/** Correlation of each value with its successor. */
export function resemblance(means: Float64Array): number {
  const centre = meanOf(means)
  const spread = means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0)
  const together = means
    .subarray(1)
    .reduce((sum, mean, index) => sum + (mean - centre) * ((means[index] ?? 0) - centre), 0)
  return spread === 0 ? 0 : together / spread
}

export function meanOf(values: Float64Array): number {
  return sumOf(values, 0, values.length) / values.length
}

/** A loop, because a run has many values and `reduce` takes several times as long. */
function sumOf(values: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum += values[at] ?? 0
  return sum
}

/** Sample estimate of the population variance. */
export function varianceOf(values: Float64Array): number {
  const centre = meanOf(values)
  let squares = 0
  for (const value of values) squares += (value - centre) ** 2
  return squares / (values.length - 1)
}
