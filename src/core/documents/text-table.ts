// A table in plain text: numbers to the right, words to the left, two spaces between columns.
import type { Language } from '../messages/languages.ts'
import { textIn } from '../messages/message.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { displayWidth, padded } from '#core/base/display-width.ts'
import { cellTexts, type Column, type Table, tableOf } from './table.ts'

export function textTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  language: Language = 'en',
): string {
  const { columns: heads, rows: cells } = tableOf('', columns, rows)
  return tableText({ columns: heads, rows: cells }, language)
}

/** Without the title. */
export function tableText(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  language: Language,
): string {
  const headLines = Math.max(...columns.map(({ head }) => head.length))
  const written = rows.map((row) =>
    row.map((cell) => cellTexts(cell, { language, number: formatNumber }).text),
  )
  const cells = columns.map(({ head, align = 'right' }, column) => {
    const above = Array.from({ length: headLines }, (_, line) => textIn(language, head[line] ?? ''))
    const texts = [...above, ...written.map((row) => row[column] ?? '')]
    const width = Math.max(...texts.map(displayWidth))
    return texts.map((text) => padded(text, width, align))
  })
  const lines = Array.from({ length: headLines + rows.length }, (_, line) =>
    cells
      .map((column) => column[line] ?? '')
      .join('  ')
      .trimEnd(),
  )
  const rule = '─'.repeat(Math.max(...lines.map(displayWidth)))
  return lines.toSpliced(headLines, 0, rule).join('\n')
}

type GrowingTable<Row> = Readonly<{ head: string; line(row: Row): string }>

/** Numbers of a usual length fit; a longer cell pushes the rest of its line aside. */
const leastWidth = 8

/** Table whose rows arrive one by one, so that its columns cannot wait for the widest cell. */
export function growingTable<Row>(
  columns: readonly Column<Row>[],
  language: Language = 'en',
): GrowingTable<Row> {
  const heads = columns.map(({ head }) => head.map((text) => textIn(language, text)))
  const widths = columns.map((_, column) =>
    Math.max(leastWidth, ...(heads[column] ?? []).map(displayWidth)),
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
    line: (row) =>
      joined(
        columns.map(({ cell }) => cellTexts(cell(row), { language, number: formatNumber }).text),
      ),
  }
}
