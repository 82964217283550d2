// A range that contains the true value with a given probability, and its origin.
export type Interval = Readonly<{ low: number; high: number }>

/** An interval that reaches beyond this multiple of its figure carries no information, so it is not shown. */
export const mostReach = 5

/** A figure; without an interval its error is unknown. */
export type FigureEstimate = Readonly<{ value: number; interval: Interval | null }>

/** An estimated mean and its error. */
export type Estimate = Readonly<{
  value: number
  standardError: number
  /** Degrees of freedom of Student's t. */
  degrees: number
}>

/** Mean of a series within one run. */
export type MeanEstimate = Estimate &
  Readonly<{
    /** Error from the spread of its batches alone: several runs together need no bound for effects that one run cannot show. */
    spreadError: number
    /** Varying part of the value: its distance from the minimum; the whole value if absent. */
    varying?: number
    /** Amount that the run may have missed; extends the upper end. */
    missed?: number
    /** Error of the part that does not wait; extends both ends. */
    further?: number
  }>

export const usualConfidence = 0.95

/** Ends further from their value say no more, and powers of such ratios may be infinite, which no file can hold. */
const mostRatio = 1e9

/** Moves both ends of a positive value further away, by a factor on a logarithmic scale. */
export function furtherEnds({ low, high }: Interval, value: number, factor: number): Interval {
  if (value <= 0) return { low, high }
  return {
    low: Math.min(low, value * Math.max(1 / mostRatio, (low / value) ** factor)),
    high: Math.max(high, value * Math.min(mostRatio, (high / value) ** factor)),
  }
}

/** Value and both ends are at least 0. */
type Factor = Readonly<{ value: number; interval: Interval }>

/**
 * Interval of a product. Adds errors of the logarithms in quadrature (Zou and Donner 2008), because factors of ½ and 2 are
 * equally far from 1, and no product is negative.
 */
export function productInterval(one: Factor, other: Factor): Interval {
  const value = one.value * other.value
  if (value === 0) return { low: 0, high: one.interval.high * other.interval.high }
  return {
    low: value * Math.exp(-Math.hypot(shortfall(one), shortfall(other))),
    high: value * Math.exp(Math.hypot(excess(one), excess(other))),
  }
}

/** Null if the divisor may be 0. */
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
