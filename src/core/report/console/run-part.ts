// A part that only some runs have, such as the servers that shared its load: one definition for every surface.
import type { Table } from '#core/documents/table.ts'
import type { Message, Text } from '#core/messages/message.ts'
import type { MeasuredRun, MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { PythonEntry } from '../result-file/python-json.ts'

export type PrintedRun = Pick<MeasuredRun, 'config' | 'summary'>

export const partKeys = ['[probes]', '[decoding]', '[cancels]', '[targets]', '[stages]'] as const

type PartTable = Readonly<{
  table: Table
  /** Explains the table. */
  about: Text
  /** Title in a report of several points. */
  titleAt: (point: number) => Text
  /** Title below the printed report; absent if the table is not printed there. */
  banner?: string
}>

export type RunPart = Readonly<{
  /** Its place in the result file. Clients that do not write the part do not print it either. */
  key: (typeof partKeys)[number]
  /** Entries of the result file. */
  entries: (run: MeasuredRunWithRecords) => readonly PythonEntry[]
  /** Lines of the printed report above and below the latencies. */
  head?: (run: PrintedRun) => readonly string[]
  foot?: (run: PrintedRun) => readonly string[]
  /** Also in the layout of vLLM's Rust client. */
  isWide?: true
  /** Table for the page of a run and for reports. Null if the run lacks the part. */
  table?: (run: PrintedRun) => PartTable | null
  /** Sentences after the measurement. */
  notes?: (summary: RunSummary) => readonly Message[]
}>
