// Tables of documents, independent of surface and language: text-table.ts, html-table.ts, markdown-table.ts and the window
// render them.
import { textIn, type Text } from '../messages/message.ts'
import type { Language } from '../messages/languages.ts'
import type { Grade } from '#core/model/run/judgement.ts'
import { dash } from '#core/base/numbers.ts'
import type { ShownVerdict } from '#core/compare/headline.ts'
import type { Interval } from '../stats/certainty/interval.ts'

/** Measured number in the unit of its column or row; null if unknown. `text` replaces what the surface would write. */
type Quantity = Readonly<{ value: number | null; interval?: Interval | null; text?: string }>

type Mark = Readonly<{ grade: Grade | null; text: Text }>

type VerdictMark = Readonly<{ verdict: ShownVerdict; text: Text }>

/** Opens the point at this position of a report; the note is a second, dimmer line. */
type PointLink = Readonly<{ point: number; text: Text; note: Text }>

export type Cell = Text | Quantity | Mark | VerdictMark | PointLink

type ColumnHead = Readonly<{
  /** One entry per line. */
  head: readonly Text[]
  /** Words to the left, numbers to the right, which is the default. */
  align?: 'left' | 'right'
}>

export type Column<Row> = ColumnHead & Readonly<{ cell: (row: Row) => Cell }>

/** Head above several columns; names its run, if it is one. */
export type ColumnGroup = Readonly<{ head: Text; columns: number; runId?: string | undefined }>

export type Table = Readonly<{
  title: Text
  /** Only the window shows them. Empty if absent. */
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

/** Parts of a cell as text; absent parts are empty. `number` writes quantities. */
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
