// Reads the rows of a CSV file as objects keyed by its header; cells stay text.
import { CsvReader } from '#core/base/csv-text.ts'
import { message } from '#core/messages/message.ts'
import { type DatasetEntry, invalidDataset, readTextLines } from './dataset-file.ts'

export async function* readCsv(path: string, signal?: AbortSignal): AsyncGenerator<DatasetEntry> {
  const reader = new CsvReader()
  let names: readonly string[] | null = null
  for await (const text of readTextLines(path, signal)) {
    const record = reader.take(text)
    if (record === null) continue
    const { cells, line } = record
    if (names === null) {
      names = cells.map((name) => name.trim())
      requireDistinct(names, path)
      continue
    }
    const where = `${path}, line ${line}`
    requireNamed(cells, names, where)
    yield { value: rowOf(cells, names), where }
  }
  const { openSince } = reader
  if (openSince !== null) {
    throw invalidDataset(
      message('workload.openQuote', { path: `${path}, line ${openSince}` }),
      message('workload.openQuote.remedy'),
    )
  }
}

function requireDistinct(names: readonly string[], path: string): void {
  const name = names.find((one, column) => one !== '' && names.indexOf(one) < column)
  if (name === undefined) return
  throw invalidDataset(
    message('files.givenTwice', { flag: path, name }),
    message('workload.rename'),
  )
}

function rowOf(cells: readonly string[], names: readonly string[]): object {
  const row: Record<string, string | null> = {}
  names.forEach((name, column) => (row[name] = cells[column] ?? null))
  return row
}

/** A comma in an unquoted text would shift all cells after it. */
function requireNamed(cells: readonly string[], names: readonly string[], where: string): void {
  if (cells.length <= names.length || cells.slice(names.length).every((cell) => cell.trim() === ''))
    return
  throw invalidDataset(
    message('workload.tooManyCells', { where, cells: cells.length, names: names.length }),
    message('workload.tooManyCells.remedy'),
  )
}
