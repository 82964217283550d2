// A part of a run that a feature reports, such as the servers that shared its load.
import type { Table } from '#core/documents/table.ts'
import type { Text } from '#core/messages/message.ts'
import type { PythonEntry } from '../result-file/python-json.ts'

export type RunPart = Readonly<{
  table: Table
  /** Explains the table. */
  about: Text
  /** Title in a report of several points. */
  titleAt: (point: number) => Text
  /** Title of the printed report. */
  banner: string
  /** Entries of the result file. */
  entries: readonly PythonEntry[]
}>
