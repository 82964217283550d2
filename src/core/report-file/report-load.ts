// The load of a point in a report.
import type { Held } from '../model/benchmark/load-traits.ts'

export type ReportLoad = Readonly<{
  /** Null where an imported file does not say. */
  rate: number | 'inf' | null
  /** Null is no limit. */
  concurrency: number | null
  /** What that limit counts. */
  held: Held
}>
