// A figure of a load with one or more runs: its mean and confidence.
import { intervalOf, meanOf, varianceOf } from './batch-means.ts'
import type { Estimate, Interval, FigureEstimate } from './interval.ts'

export type MergedEstimate = FigureEstimate &
  Readonly<{
    /** Number of runs that measured it. */
    runs: number
    /** From the minimum to the maximum of the runs. */
    range: Interval
    /** Origin of the interval: spread between the runs, or the requests of the only one. */
    origin: 'repeats' | 'run' | null
  }>

/**
 * Interval to draw. That of two runs is so wide that it would hide everything else, so their range is drawn instead.
 */
export function drawnInterval({ interval, range, runs }: MergedEstimate): Interval | null {
  return runs === 2 ? range : interval
}

/** Null if no run measured it. Only the interval of repeats covers variation between runs. */
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
  return { ...reported, value: repeats.value, interval: intervalOf(repeats), origin: 'repeats' }
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
