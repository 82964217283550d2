// A table whose rows come one by one, so that its columns cannot wait for the widest cell.
import type { TextColumn } from './text-table.ts'

type GrowingTable<Row> = Readonly<{ head: string; line(row: Row): string }>

/** Numbers of a usual length fit; a longer cell pushes the rest of its line aside. */
const leastWidth = 8

export function growingTable<Row>(columns: readonly TextColumn<Row>[]): GrowingTable<Row> {
  const widths = columns.map(({ head, width = leastWidth }) =>
    Math.max(width, ...head.map((text) => text.length)),
  )
  const headLines = Math.max(...columns.map(({ head }) => head.length))
  const joined = (texts: readonly string[]): string =>
    columns
      .map(({ align = 'right' }, column) => {
        const [text = '', width = 0] = [texts[column], widths[column]]
        return align === 'right' ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  const lines = Array.from({ length: headLines }, (_, line) =>
    joined(columns.map(({ head }) => head[line] ?? '')),
  )
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)))
  return {
    head: [...lines, rule].join('\n'),
    line: (row) => joined(columns.map(({ cell }) => cell(row))),
  }
}
