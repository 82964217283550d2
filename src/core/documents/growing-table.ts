// A table whose rows come one by one, so that its columns cannot wait for the widest cell.
import type { Language } from '../messages/languages.ts'
import { textIn } from '../messages/message.ts'
import { displayWidth, padded } from '#core/base/display-width.ts'
import type { TextColumn } from './text-table.ts'

type GrowingTable<Row> = Readonly<{ head: string; line(row: Row): string }>

/** Numbers of a usual length fit; a longer cell pushes the rest of its line aside. */
const leastWidth = 8

export function growingTable<Row>(
  columns: readonly TextColumn<Row>[],
  language: Language = 'en',
): GrowingTable<Row> {
  const heads = columns.map(({ head }) => head.map((text) => textIn(language, text)))
  const widths = columns.map(({ width = leastWidth }, column) =>
    Math.max(width, ...(heads[column] ?? []).map(displayWidth)),
  )
  const headLines = Math.max(...heads.map(({ length }) => length))
  const joined = (texts: readonly string[]): string =>
    columns
      .map(({ align = 'right' }, column) => padded(texts[column] ?? '', widths[column] ?? 0, align))
      .join('  ')
      .trimEnd()
  const lines = Array.from({ length: headLines }, (_, line) =>
    joined(heads.map((head) => head[line] ?? '')),
  )
  const rule = '─'.repeat(Math.max(...lines.map(displayWidth)))
  return {
    head: [...lines, rule].join('\n'),
    line: (row) => joined(columns.map(({ cell }) => textIn(language, cell(row)))),
  }
}
