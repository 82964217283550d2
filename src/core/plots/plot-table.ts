// Data of a plot as rows: shown instead of the plot on request, and saved as CSV.
import { printableLines } from '#core/base/printable.ts'
import { plainSpaces } from '#core/base/numbers.ts'

export type TableValue = string | number | null

export type PlotTable = Readonly<{
  columns: readonly string[]
  rows: readonly (readonly TableValue[])[]
}>

function csvCell(cell: TableValue): string {
  if (cell === null) return ''
  const text = printableLines(plainSpaces(String(cell)))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma-separated according to RFC 4180; unmeasured values are empty. */
export function plotCsv({ columns, rows }: PlotTable): string {
  return [columns, ...rows].map((row) => row.map(csvCell).join(',') + '\r\n').join('')
}
