// Parts of reports that features bring.
import type { MeasuredRun, MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Message } from '#core/messages/message.ts'
import type { PythonEntry } from './result-file/python-json.ts'
import type { TuningReports } from './tuning-story.ts'

export type PrintedRun = Pick<MeasuredRun, 'config' | 'summary'>

export type FeatureReports = Readonly<{
  tuning?: TuningReports
  /**
   * Stages of a pipeline: in the printed report before the latencies and at its end, in result files, and a note if none was
   * reported.
   */
  stages?: Readonly<{
    durations: (run: PrintedRun) => readonly string[]
    sections: (run: PrintedRun) => readonly string[]
    entries: (run: MeasuredRunWithRecords) => readonly PythonEntry[]
    notes: (summary: Pick<RunSummary, 'completed' | 'stages'>) => readonly Message[]
  }>
}>
