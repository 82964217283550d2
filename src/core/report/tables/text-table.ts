// A table in plain text: numbers to the right, words to the left, two spaces between columns.

export type TextColumn<Row> = Readonly<{
  /** One entry per line of the head. */
  head: readonly string[]
  align?: 'left' | 'right'
  /** Characters to expect where rows come one by one. */
  width?: number
  cell: (row: Row) => string
}>

export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const headLines = Math.max(...columns.map(({ head }) => head.length))
  const cells = columns.map(({ head, align = 'right', cell }) => {
    const texts = [...head, ...Array<string>(headLines - head.length).fill(''), ...rows.map(cell)]
    const width = Math.max(...texts.map((text) => text.length))
    return texts.map((text) => (align === 'right' ? text.padStart(width) : text.padEnd(width)))
  })
  const lines = Array.from({ length: headLines + rows.length }, (_, line) =>
    cells
      .map((column) => column[line] ?? '')
      .join('  ')
      .trimEnd(),
  )
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)))
  return lines.toSpliced(headLines, 0, rule).join('\n')
}
