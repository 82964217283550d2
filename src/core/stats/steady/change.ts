// Whether a series changes on the whole, steadily or at once, and by how much: by the order of its values, so that no
// outlier decides. Formulas: docs/measuring.md.
import { meanOf } from '../certainty/batch-means.ts'

export type Change = Readonly<{
  /** From the beginning to the end, in shares of the median; 0 where that is 0. */
  share: number
  /** Chance alone would hardly ever have put the values in such an order. */
  isSure: boolean
}>

/** How often a series that does not change is said to. */
const risk = 0.01
/** Deviations of a normal variable that are exceeded so often, either way. */
const sureDeviations = 2.576
/** Where neighbours resemble each other more, a perfect order counts as a change, even if it arose by chance. */
const mostResemblance = 0.6

/** The steady change where there is one, else the sudden one. */
export function changeOf(values: Float64Array): Change {
  const steady = trendOf(values)
  return steady.isSure ? steady : shiftOf(values)
}

/** Mann and Kendall's test with the slope of Theil and Sen. */
function trendOf(values: Float64Array): Change {
  const slopes = slopesOf(values)
  const slope = medianOf(slopes)
  const ordered = slopes.reduce((sum, each) => sum + Math.sign(each), 0)
  const count = values.length
  const spread = (count * (count - 1) * (2 * count + 5)) / 18
  const residuals = values.map((value, index) => value - slope * index)
  const deviations =
    Math.max(0, Math.abs(ordered) - 1) / Math.sqrt(spread * varianceFactor(residuals))
  return {
    share: perMedian(values, slope * (count - 1)),
    isSure: deviations > sureDeviations,
  }
}

/** Pettitt's test: the place at which what comes before differs most from what comes after. */
function shiftOf(values: Float64Array): Change {
  const count = values.length
  let [at, greatest, ordered] = [1, 0, 0]
  for (let place = 1; place < count; place++) {
    const moved = values[place - 1] ?? 0
    ordered += values.reduce((sum, other) => sum + Math.sign(other - moved), 0)
    if (Math.abs(ordered) > greatest) [at, greatest] = [place, Math.abs(ordered)]
  }
  const [before, after] = [values.subarray(0, at), values.subarray(at)]
  const [low, high] = [meanOf(before), meanOf(after)]
  const residuals = values.map((value, index) => value - (index < at ? low : high))
  const exponent = (-6 * greatest ** 2) / (count ** 3 + count ** 2) / varianceFactor(residuals)
  return {
    share: perMedian(values, medianOf(after) - medianOf(before)),
    isSure: 2 * Math.exp(exponent) < risk,
  }
}

/** Between every two values. */
function slopesOf(values: Float64Array): Float64Array {
  const slopes: number[] = []
  for (let late = 1; late < values.length; late++) {
    for (let early = 0; early < late; early++) {
      slopes.push(((values[late] ?? 0) - (values[early] ?? 0)) / (late - early))
    }
  }
  return Float64Array.from(slopes)
}

function perMedian(values: Float64Array, difference: number): number {
  const median = medianOf(values)
  return median === 0 ? 0 : difference / median
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** How much more a sum of the values varies than one of as many independent ones. */
function varianceFactor(values: Float64Array): number {
  const resembling = Math.min(resemblance(values), mostResemblance)
  return resembling <= 0 ? 1 : (1 + resembling) / (1 - resembling)
}

/** The correlation of each with the one after it. */
function resemblance(values: Float64Array): number {
  const centre = meanOf(values)
  const spread = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  const together = values
    .subarray(1)
    .reduce((sum, value, index) => sum + (value - centre) * ((values[index] ?? 0) - centre), 0)
  return spread === 0 ? 0 : together / spread
}
