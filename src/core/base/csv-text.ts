// Parses delimited text. The first line decides the separator: comma, semicolon or tab; quoted cells may contain any of them.

const separators = [',', ';', '\t'] as const
export type CsvSeparator = (typeof separators)[number]

const cellsBetween: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /,(?: *"((?:[^"]|"")*)" *(?=,|$)|([^,]*))/g,
  ';': /;(?: *"((?:[^"]|"")*)" *(?=;|$)|([^;]*))/g,
  '\t': /\t(?: *"((?:[^"]|"")*)" *(?=\t|$)|([^\t]*))/g,
}

/** Most frequent separator outside quotes; a comma if the table has one column. */
export function csvSeparator(header: string): CsvSeparator {
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (separator: CsvSeparator) => bare.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Separator from the line `sep=;` that Excel writes before the header. */
export function statedSeparator(line: string): CsvSeparator | null {
  const stated = /^sep=(.)$/i.exec(line)?.[1]
  return separators.find((separator) => separator === stated) ?? null
}

/** Two quotes inside quotes represent one quote. Exported for tests. */
export function csvCells(record: string, separator: CsvSeparator = ','): string[] {
  const cells = `${separator}${record}`.matchAll(cellsBetween[separator])
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}

export type CsvRecord = Readonly<{ cells: readonly string[]; line: number }>

/** Parses a table line by line. A record continues past the end of a line while a quote is open. */
export class CsvReader {
  #separator: CsvSeparator | null = null
  #open: string[] = []
  #quotes = 0
  #line = 0
  #firstLine = 1

  get separator(): CsvSeparator {
    return this.#separator ?? ','
  }

  /** Line of the quote that is still open; null outside quotes. */
  get openSince(): number | null {
    return this.#open.length === 0 ? null : this.#firstLine
  }

  /** The record that ends with this line; null for empty lines and unfinished records. */
  take(line: string): CsvRecord | null {
    this.#line++
    if (this.#separator !== null && this.#open.length === 0 && !line.includes('"')) {
      return this.#takePlain(line, this.#separator)
    }
    this.#open.push(line)
    this.#quotes += line.split('"').length - 1
    if (this.#quotes % 2 === 1) return null
    const [record, firstLine] = [this.#open.join('\n'), this.#firstLine]
    this.#open = []
    this.#quotes = 0
    this.#firstLine = this.#line + 1
    if (record.trim() === '') return null
    if (this.#separator === null) {
      this.#separator = statedSeparator(record)
      if (this.#separator !== null) return null
      this.#separator = csvSeparator(record)
    }
    return { cells: csvCells(record, this.#separator), line: firstLine }
  }
  /** Most large tables have no quotes. */
  #takePlain(line: string, separator: CsvSeparator): CsvRecord | null {
    this.#firstLine = this.#line + 1
    return line.trim() === '' ? null : { cells: line.split(separator), line: this.#line }
  }
}

/** Lines according to RFC 4180: CRLF after each, quotes only if a cell needs them. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}
