// Starts and loads of a confirmation; separate from its formulas, which the first view does not load.

/** Total starts of the default and the best other setting; the minimum for an interval. */
export const fewestStarts = 6
/** One run slightly below the capacity and one slightly above. */
export const loadFactors = [0.96, 1.04] as const
