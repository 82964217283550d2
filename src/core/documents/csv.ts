// Tables as comma-separated values.
import { csvLines } from '#core/base/csv-text.ts'
import { printableLines } from '#core/base/printable.ts'

/** Null is an empty cell: not measured. */
export type CsvValue = string | number | null

export type CsvColumn<Row> = Readonly<{ name: string; cell: (row: Row) => CsvValue }>

export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const values = rows.map((row) => columns.map(({ cell }) => cell(row)))
  return csvLines([columns.map(({ name }) => name), ...values].map((cells) => cells.map(cellText)))
}

function cellText(cell: CsvValue): string {
  return typeof cell === 'number' ? numberText(cell) : asText(printableLines(cell ?? ''))
}

/** Neutralises text that a spreadsheet would execute as a formula; some texts are from a server. */
function asText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Six decimals; further digits are artefacts of binary fractions. */
function numberText(value: number): string {
  return String(Number(value.toFixed(6)))
}
