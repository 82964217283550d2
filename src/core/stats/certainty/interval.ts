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

export const usualConfidence = 0.95
