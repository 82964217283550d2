// Data of a plot as rows: shown instead of the plot on request, and saved as CSV.
import { csvLines } from '#core/base/csv-text.ts'
import { printableLines } from '#core/base/printable.ts'
import { plainSpaces } from '#core/base/numbers.ts'

export type TableValue = string | number | null

export type PlotTable = Readonly<{
  columns: readonly string[]
  rows: readonly (readonly TableValue[])[]
}>

/** Unmeasured values are empty. */
export function plotCsv({ columns, rows }: PlotTable): string {
  const text = (cell: TableValue) => printableLines(plainSpaces(String(cell ?? '')))
  return csvLines([columns, ...rows].map((row) => row.map(text)))
}
