// Reads the rows of a CSV file as objects keyed by its first line; cells stay text.
import { message } from '#core/messages/message.ts'
import { type DatasetEntry, invalidDataset, readTextLines } from './dataset-file.ts'

type Record = Readonly<{ cells: readonly string[]; where: string }>

export async function* readCsv(path: string, signal?: AbortSignal): AsyncGenerator<DatasetEntry> {
  let names: readonly string[] | null = null
  for await (const { cells, where } of readRecords(path, signal)) {
    if (names === null) names = cells
    else {
      const named = names.map((name, column) => [name, cells[column] ?? null] as const)
      yield { value: Object.fromEntries(named), where }
    }
  }
}

/** A record continues over the end of a line as long as a quote is open. */
async function* readRecords(path: string, signal?: AbortSignal): AsyncGenerator<Record> {
  let open: string[] = []
  let quotes = 0
  let lineNumber = 0
  let firstLine = 1
  for await (const line of readTextLines(path, signal)) {
    lineNumber += 1
    open.push(line)
    quotes += quotesIn(line)
    if (quotes % 2 === 1) continue
    const record = open.join('\n')
    if (record.trim() !== '') yield { cells: csvCells(record), where: placeIn(path, firstLine) }
    open = []
    quotes = 0
    firstLine = lineNumber + 1
  }
  if (open.length > 0) {
    throw invalidDataset(
      message('workload.openQuote', { path: placeIn(path, firstLine) }),
      message('workload.openQuote.remedy'),
    )
  }
}

function placeIn(path: string, line: number): string {
  return `${path}, line ${line}`
}

function quotesIn(text: string): number {
  return text.split('"').length - 1
}

// The cells of one line of a CSV file; quotes hold commas, and two of them stand for one.
export function csvCells(line: string): string[] {
  const cells = `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}
