// The scalars of a run, one record each. Every surface is made from them: the stored summary, result files, CSV, the printed
// report, tables, comparisons, saved pages and the window. Columns of CSV files have this order. Titles: core/messages.
// Formulas: docs/measuring.md.
import { costScalars } from './cost-scalars.ts'
import { countScalars } from './count-scalars.ts'
import { mediaScalars } from './media-scalars.ts'
import { rateScalars } from './rate-scalars.ts'
import { sampledScalars } from './sampled-scalars.ts'

export const scalars = {
  ...countScalars,
  ...rateScalars,
  ...mediaScalars,
  ...costScalars,
  ...sampledScalars,
} as const

export type ScalarName = keyof typeof scalars
