// A table of texts that the page of a report, its Markdown and a terminal lay out, each in its way.
import type { Text } from '../messages/message.ts'

export type ReportTable = Readonly<{
  title: Text
  columns: readonly Readonly<{ head: Text; isFigure: boolean }>[]
  rows: readonly (readonly Text[])[]
}>
