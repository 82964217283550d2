// Input of a report or a result file, whether the run was just measured or read from the database.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { RunSummary } from './run-summary.ts'

export type MeasuredRun = Readonly<{
  /** Includes the model that the server serves if the user named none. */
  config: BenchmarkConfig
  summary: RunSummary
  /** Wall clock at the start of the measured part. */
  startedAtEpochMs: number
  /** Monotonic clock at the same time. */
  startedAtMonotonicS: number
  /** True after an interruption, otherwise absent. */
  cancelled?: boolean | undefined
}>

export type MeasuredRunWithRecords = MeasuredRun & {
  readonly records: readonly RequestRecord[]
}

/** Time when the last request ended; result files use it as their date and in their name. */
export function finishedAtEpochMs(run: MeasuredRun): number {
  return run.startedAtEpochMs + run.summary.durationS * 1000
}
