// Figure of a load with one or more runs: its mean and confidence.
import { sum } from '#core/base/spread.ts'
import { intervalOf, meanOf, varianceOf } from './batch-means.ts'
import { studentReach } from './distributions.ts'
import { type Estimate, type Interval, type FigureEstimate, usualConfidence } from './interval.ts'
import { normalReach } from './percentile-interval.ts'

export type MergedEstimate = FigureEstimate &
  Readonly<{
    /** Number of runs that measured it. */
    runs: number
    /** From the minimum to the maximum of the runs. */
    range: Interval
    /** Source of the interval: the spread between the runs, or the requests of the only run. */
    origin: 'repeats' | 'run' | null
  }>

/** Degrees of freedom above which the spread between runs alone shows their error. */
const fewestDegrees = 3

/** Null if no run measured it. The same interval is shown and decides about limits. Formulas: docs/measuring/certainty.md. */
export function mergedFigure(figures: readonly FigureEstimate[]): MergedEstimate | null {
  const [only] = figures
  if (only === undefined) return null
  const values = figures.map(({ value }) => value)
  const reported = {
    runs: figures.length,
    range: { low: Math.min(...values), high: Math.max(...values) },
  }
  const repeats = estimateFromRepeats(values)
  if (repeats === null)
    return { ...only, ...reported, origin: only.interval === null ? null : 'run' }
  const known = figures.flatMap(({ value, interval }) => (interval ? { value, interval } : []))
  const interval =
    repeats.degrees < fewestDegrees && known.length === figures.length
      ? ofFewRuns(known, repeats)
      : intervalOf(repeats)
  // No figure is negative.
  const low = Math.max(0, interval.low)
  return { ...reported, value: repeats.value, interval: { ...interval, low }, origin: 'repeats' }
}

/** Few runs hardly show their spread, so this combines their own intervals with the spread in excess of them. */
function ofFewRuns(
  runs: readonly Readonly<{ value: number; interval: Interval }>[],
  { value, standardError, degrees }: Estimate,
): Interval {
  const count = runs.length
  const expected = sum(
    runs.map(({ interval: { low, high } }) => ((high - low) / (2 * normalReach * count)) ** 2),
  )
  const beyond =
    studentReach(usualConfidence, degrees) * Math.sqrt(Math.max(0, standardError ** 2 - expected))
  const together = (distances: readonly number[]) => Math.hypot(beyond, ...distances)
  return {
    low: value - together(runs.map((one) => (one.value - one.interval.low) / count)),
    high: value + together(runs.map((one) => (one.interval.high - one.value) / count)),
  }
}

/** Mean of a figure over several runs of a benchmark, and its confidence. */
type Repeats = Estimate & Readonly<{ variation: number }>

/** Null for fewer than two runs. `variation` is the standard deviation as a share of the mean. */
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
