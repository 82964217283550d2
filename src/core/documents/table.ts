// Tables of documents, independent of surface and language; text-table.ts, html-table.ts, markdown-table.ts and the window render
// them.
import { type Text, textIn } from '../messages/message.ts'
import type { Language } from '../messages/languages.ts'
import type { Grade } from '#core/model/run/judgement.ts'
import { dash, formatNumber } from '#core/base/numbers.ts'
import type { ShownVerdict } from '#core/compare/headline.ts'
import type { Interval } from '../stats/certainty/interval.ts'
import { displayWidth, padded } from '#core/base/display-width.ts'

/** Measured number in the unit of its column or row; null if unknown. `text` replaces the surface's own format. */
type Quantity = Readonly<{ value: number | null; interval?: Interval | null; text?: string }>

type Mark = Readonly<{ grade: Grade | null; text: Text }>

type VerdictMark = Readonly<{ verdict: ShownVerdict; text: Text }>

/** Opens the report's point at this index; the note is a second, dimmer line. */
type PointLink = Readonly<{ point: number; text: Text; note: Text }>

export type Cell = Text | Quantity | Mark | VerdictMark | PointLink

type ColumnHead = Readonly<{
  /** One entry per line. */
  head: readonly Text[]
  /** Text aligns left; numbers align right, which is the default. */
  align?: 'left' | 'right'
}>

export type Column<Row> = ColumnHead & Readonly<{ cell: (row: Row) => Cell }>

/** Head above several columns; the name of a run if they belong to one. */
export type ColumnGroup = Readonly<{ head: Text; columns: number; runId?: string | undefined }>

export type Table = Readonly<{
  title: Text
  /** Shown only in the window. Empty if absent. */
  groups?: readonly ColumnGroup[]
  columns: readonly ColumnHead[]
  rows: readonly (readonly Cell[])[]
}>

export function tableOf<Row>(
  title: Text,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Table {
  return { title, columns, rows: rows.map((row) => columns.map(({ cell }) => cell(row))) }
}

export const gradeSigns: Readonly<Record<Grade | 'unknown', string>> = {
  valid: '✓',
  caution: '▲',
  'not-usable': '✗',
  unknown: '–',
}

/** Converts parts of a cell to text; absent parts are empty. `number` formats quantities. */
export function cellTexts(
  cell: Cell,
  { language, number }: Readonly<{ language: Language; number: (value: number) => string }>,
): Readonly<{ sign: string; text: string; note: string }> {
  const words = (text: Text) => textIn(language, text)
  if (typeof cell === 'string' || 'id' in cell) return { sign: '', text: words(cell), note: '' }
  if ('grade' in cell)
    return { sign: gradeSigns[cell.grade ?? 'unknown'], text: words(cell.text), note: '' }
  if ('verdict' in cell) return { sign: '', text: words(cell.text), note: '' }
  if ('point' in cell) return { sign: '', text: words(cell.text), note: words(cell.note) }
  const { value, interval = null, text } = cell
  return {
    sign: '',
    text: text ?? (value === null ? dash : value === Infinity ? 'inf' : number(value)),
    note: interval === null ? '' : `${number(interval.low)} – ${number(interval.high)}`,
  }
}

/** Plain-text table: numbers aligned right, text left, two spaces between columns. */
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

/** Numbers of usual length fit; a longer cell shifts the rest of its line. */
const leastWidth = 8

/** Table printed row by row, so its columns cannot depend on the widest cell. */
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
