// A figure that was measured in several runs of the same benchmark: its mean, and how well that is known.
import { meanOf, varianceOf } from './batch-means.ts'
import type { Estimate } from './interval.ts'

type Repeats = Estimate & Readonly<{ variation: number }>

/** Null for fewer than two runs. `variation` is the standard deviation in shares of the mean. */
export function estimateFromRepeats(figures: readonly number[]): Repeats | null {
  if (figures.length < 2) return null
  const values = Float64Array.from(figures)
  const value = meanOf(values)
  const variance = varianceOf(values)
  return {
    value,
    standardError: Math.sqrt(variance / values.length),
    degrees: values.length - 1,
    variation: value === 0 ? 0 : Math.sqrt(variance) / Math.abs(value),
  }
}
