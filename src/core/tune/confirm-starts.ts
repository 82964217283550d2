// How a confirmation starts the server and at which loads; apart from its formulas, which the first view does not load.

/** Of the default and the best other setting together: as many starts as make an interval at all. */
export const fewestStarts = 6
/** A run a little below the capacity and one a little above. */
export const loadFactors = [0.96, 1.04] as const
