// Tables as comma-separated values according to RFC 4180: CRLF between lines, quotes only if a cell needs them.
import { printableLines } from '#core/base/printable.ts'

/** Null is an empty cell: not measured. */
export type CsvValue = string | number | null

export type CsvColumn<Row> = Readonly<{ name: string; cell: (row: Row) => CsvValue }>

export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ]
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: CsvValue): string {
  const text = typeof cell === 'number' ? numberText(cell) : asText(printableLines(cell ?? ''))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Neutralises text that a spreadsheet would run as a formula; some texts come from a server. */
function asText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Six decimals, because further digits are artefacts of the binary fraction. */
function numberText(value: number): string {
  return String(Number(value.toFixed(6)))
}
