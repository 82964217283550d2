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
  }>

export const usualConfidence = 0.95
