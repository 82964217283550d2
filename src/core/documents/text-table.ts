// A table in plain text: numbers to the right, words to the left, two spaces between columns.
import type { Language } from '../messages/languages.ts'
import { textIn, type Text } from '../messages/message.ts'
import { displayWidth, padded } from '#core/base/display-width.ts'

export type TextColumn<Row> = Readonly<{
  /** One entry per line of the head. */
  head: readonly Text[]
  align?: 'left' | 'right'
  /** Expected width in characters, if rows are printed one by one. */
  width?: number
  cell: (row: Row) => Text
}>

export function textTable<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  language: Language = 'en',
): string {
  const headLines = Math.max(...columns.map(({ head }) => head.length))
  const cells = columns.map(({ head, align = 'right', cell }) => {
    const above = Array.from({ length: headLines }, (_, line) => head[line] ?? '')
    const texts = [...above, ...rows.map(cell)].map((text) => textIn(language, text))
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
