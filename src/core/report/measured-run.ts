// What a report or a result file is made from, whether the run was just measured or read from the database.
import type { BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import type { RequestRecord } from '../model/run/request-record.ts'
import type { RunSummary } from '../model/run/run-summary.ts'

export type MeasuredRun = Readonly<{
  /** With the model the server serves filled in, where none was asked for. */
  config: BenchmarkConfig
  summary: RunSummary
  /** Wall clock at the start of the measured part. */
  startedAtEpochMs: number
  /** Monotonic clock at the same moment. */
  startedAtMonotonicS: number
  /** It was interrupted; left out otherwise. */
  cancelled?: boolean | undefined
}>

export type MeasuredRunWithRecords = MeasuredRun & {
  readonly records: readonly RequestRecord[]
}

/** When the last request ended; result files are dated and named by it. */
export function finishedAtEpochMs(run: MeasuredRun): number {
  return run.startedAtEpochMs + run.summary.durationS * 1000
}
