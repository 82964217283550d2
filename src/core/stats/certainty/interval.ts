// A range that holds the true value with a given probability, and what it was made from.
export type Interval = Readonly<{ low: number; high: number }>

/** Without an interval a figure is no more than that. */
export type KnownFigure = Readonly<{ value: number; interval: Interval | null }>

/** A mean that was estimated, and how well. */
export type Estimate = Readonly<{
  value: number
  standardError: number
  /** Of Student's t for its error. */
  degrees: number
}>

/** Of a series within one run. */
export type MeanEstimate = Estimate &
  Readonly<{
    /** By the spread of its batches alone: several runs together need no bound for what one of them cannot show. */
    spreadError: number
    /** The part of the value that varies, its distance from the least; the whole value if left out. */
    varying?: number
  }>

export const usualConfidence = 0.95

// Products and ratios of two figures that are known within intervals: by their logarithms, since a factor of a half and
// one of two are as far from none, and since no product of such figures is below 0.

/** Both ends and the value are 0 or more. */
type Factor = Readonly<{ value: number; interval: Interval }>

/** What each may lie off is added as errors are (Zou and Donner 2008). */
export function productInterval(one: Factor, other: Factor): Interval {
  const value = one.value * other.value
  if (value === 0) return { low: 0, high: one.interval.high * other.interval.high }
  return {
    low: value * Math.exp(-Math.hypot(shortfall(one), shortfall(other))),
    high: value * Math.exp(Math.hypot(excess(one), excess(other))),
  }
}

/** Null where the divisor may be 0. */
export function ratioInterval(dividend: Factor, { value, interval }: Factor): Interval | null {
  if (interval.low <= 0) return null
  const inverse = { low: 1 / interval.high, high: 1 / interval.low }
  return productInterval(dividend, { value: 1 / value, interval: inverse })
}

function shortfall({ value, interval }: Factor): number {
  return Math.log(value / Math.max(0, interval.low))
}

function excess({ value, interval }: Factor): number {
  return Math.log(interval.high / value)
}
