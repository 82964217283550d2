// One figure of a load that was measured once or more often: its mean over the runs, and how far to trust it.
import { intervalOf, meanOf, varianceOf } from './batch-means.ts'
import type { Estimate, Interval, KnownFigure } from './interval.ts'

export type MergedFigure = KnownFigure &
  Readonly<{
    /** Runs that measured it. */
    runs: number
    /** From the least to the greatest of them. */
    range: Interval
    /** What the interval was made from: the runs among each other, or the requests within the only one. */
    origin: 'repeats' | 'run' | null
  }>

/** An interval of two runs reaches so far that nothing else could be seen; they are shown themselves. */
export function drawnInterval({ interval, range, runs }: MergedFigure): Interval | null {
  return runs === 2 ? range : interval
}

/** Null where no run measured it. What differs from run to run is in the interval of repeats only. */
export function mergedFigure(figures: readonly KnownFigure[]): MergedFigure | null {
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
  return { ...reported, value: repeats.value, interval: intervalOf(repeats), origin: 'repeats' }
}

// A figure that was measured in several runs of the same benchmark: its mean, and how well that is known.
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
