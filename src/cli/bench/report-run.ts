// Report of a finished run: its metrics and the notes about them.
import { message } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import { runWarnings } from '#core/report/run-warnings.ts'
import { clientNote } from '#core/report/client-note.ts'
import { failureLines } from '#core/report/error-text.ts'
import {
  answerNote,
  calibrationNote,
  intervalNote,
  judgementNote,
  originNote,
  serverLatencyNote,
} from '#core/report/console-notes.ts'
import { workersNote } from '#core/report/workers-note.ts'
import { printedReports } from '#core/report/console/printed-reports.ts'
import type { ReportLayout } from '#core/flags/output.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import type { Terminal } from '../command.ts'
import { clientCalibrations } from './client-calibrations.ts'

export function reportRun(
  result: BenchmarkResult,
  layout: ReportLayout,
  { print, note }: Terminal,
): void {
  if (result.outcome.cancelled) note(message('cli.interruptedAt'))
  runWarnings(result).forEach(note)
  failureLines(result.records).forEach(print)
  printedReports[layout](result).forEach(print)
}

/** Notes are about the stored run if there is one, because only the stored run was sampled. */
export async function noteRun(
  result: BenchmarkResult,
  kept: Run | null,
  { note }: Terminal,
): Promise<void> {
  const known = await clientCalibrations()
  originNote(result.summary).forEach(note)
  workersNote(result).forEach(note)
  const summary = kept?.summary ?? result.summary
  const status = result.outcome.cancelled ? 'cancelled' : 'completed'
  const run = { ...result, summary, launch: kept?.launch ?? null, status } as const
  answerNote(run).forEach(note)
  intervalNote(run).forEach(note)
  judgementNote(run).forEach(note)
  clientNote(result).forEach(note)
  serverLatencyNote(result.summary).forEach(note)
  calibrationNote(result.summary, known).forEach(note)
}
