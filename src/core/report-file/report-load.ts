// Load of a point in a report.
import type { LoadUnit } from '#core/traits/load-traits.ts'

export type ReportLoad = Readonly<{
  /** Null if an imported file does not state it. */
  rate: number | 'inf' | null
  /** Null without a limit. */
  concurrency: number | null
  /** Unit that the concurrency limit counts. */
  held: LoadUnit
}>
