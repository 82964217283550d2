// The scalars of a run, one record each. Every surface is made from them: the stored summary, result files, CSV, the printed
// report, tables, comparisons, saved pages and the window. Columns of CSV files have this order. Titles: core/messages.
// Formulas: docs/measuring.md.
import { costScalars } from './scalars/costs.ts'
import { countScalars } from './scalars/counts.ts'
import { mediaScalars } from './scalars/media.ts'
import { rateScalars } from './scalars/rates.ts'
import { sampledScalars } from './scalars/sampled.ts'

export const scalars = {
  ...countScalars,
  ...rateScalars,
  ...mediaScalars,
  ...costScalars,
  ...sampledScalars,
} as const

export type ScalarName = keyof typeof scalars
