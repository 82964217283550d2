// Reads the rows of a JSON file: an array, JSON Lines, multi-line objects, or a table inside one object. The first line decides.
import { printable } from '#core/base/printable.ts'
import { message } from '#core/messages/message.ts'
import { isRow, type Row } from '#core/workload/datasets/dataset-entry.ts'
import { hasTokenIds } from '#core/workload/datasets/row-token-ids.ts'
import type { SkipLine } from '#core/workload/datasets/trace-scan.ts'
import {
  type DatasetEntry,
  invalidDataset,
  parseJson,
  readChunks,
  textLines,
  unpackedName,
} from './dataset-file.ts'

/** Entries are numbered from 1, because a whole file may be one line. */
async function* readSplit(
  path: string,
  chunks: AsyncIterable<Buffer>,
  level: 0 | 1,
): AsyncGenerator<DatasetEntry> {
  const splitter = new Splitter(path, level)
  let entry = 0
  for await (const chunk of chunks) {
    for (const { bytes, line } of splitter.split(chunk)) {
      entry++
      const where = `${path}, line ${line}${level === 1 ? `, entry ${entry}` : ''}`
      yield { value: parseJson(bytes.toString('utf8'), where), where }
    }
  }
  splitter.end()
}

type RawEntry = Readonly<{ bytes: Buffer; line: number }>

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const lineFeed = 0x0a
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])
const blanks = new Set([0x20, 0x09, 0x0d, lineFeed])

/** Finds the bounds of entries by nesting depth alone; the parser reads their contents. */
class Splitter {
  readonly #path: string
  /** Nesting depth around an entry. */
  readonly #level: 0 | 1
  #depth = 0
  #inString = false
  /** Whether the current entry is a string. */
  #isText = false
  #escaped = false
  #finished = false
  #line = 1
  #entryLine = 0
  /** Bytes of the current entry from earlier chunks. */
  #earlier: Buffer[] = []

  constructor(path: string, level: 0 | 1) {
    this.#path = path
    this.#level = level
  }

  *split(chunk: Buffer): Generator<RawEntry> {
    let entryStart = 0
    for (let position = 0; position < chunk.length; position++) {
      const byte = chunk[position] ?? 0
      if (byte === lineFeed) this.#line += 1
      const depthBefore = this.#depth
      if (this.#inString) {
        position = this.#throughString(chunk, position)
        if (this.#inString || !this.#isText) continue
        this.#isText = false
        this.#depth -= 1
      } else this.#step(byte)
      if (depthBefore === this.#level && this.#depth > depthBefore) {
        entryStart = position
        this.#entryLine = this.#line
      } else if (depthBefore > this.#level && this.#depth === this.#level) {
        const bytes = Buffer.concat([...this.#earlier, chunk.subarray(entryStart, position + 1)])
        this.#earlier = []
        yield { bytes, line: this.#entryLine }
      }
    }
    if (this.#depth > this.#level) this.#earlier.push(chunk.subarray(entryStart))
  }

  end(): void {
    if (this.#depth === 0) return
    const path = this.#path
    throw invalidDataset(
      this.#level === 0
        ? message('workload.jsonObjectCut', { path, line: this.#entryLine })
        : message('workload.jsonArrayCut', { path, line: this.#line }),
      message('workload.jsonArrayCut.remedy'),
    )
  }

  /** Returns the last index of the string in this chunk. Searches natively, because most bytes of a dataset are in strings. */
  #throughString(chunk: Buffer, start: number): number {
    let from = this.#escaped ? start + 1 : start
    this.#escaped = false
    for (;;) {
      const end = chunk.indexOf(quote, from)
      const to = end === -1 ? chunk.length : end
      let unescaped = to
      while (unescaped > from && chunk[unescaped - 1] === backslash) unescaped--
      const isEscaped = (to - unescaped) % 2 === 1
      if (end === -1) {
        this.#escaped = isEscaped
        return chunk.length - 1
      }
      if (!isEscaped) {
        this.#inString = false
        return end
      }
      from = end + 1
    }
  }

  #step(byte: number): void {
    if (this.#depth <= this.#level) this.#expectOutside(byte)
    if (byte === quote) {
      this.#inString = true
      this.#isText = this.#depth === this.#level
      if (this.#isText) this.#depth += 1
    } else if (openers.has(byte)) this.#depth += 1
    else if (closers.has(byte)) {
      this.#depth -= 1
      this.#finished = this.#depth === 0
    }
  }

  /** Accepts only the array's brackets, commas and whitespace outside entries. */
  #expectOutside(byte: number): void {
    if (blanks.has(byte)) return
    const start = this.#level === 0 ? 0x7b : 0x5b
    const isFirst = this.#level === 0 || !this.#finished
    const isStart = this.#depth === 0 && isFirst && byte === start
    const isBetweenEntries =
      this.#depth === this.#level &&
      (byte === comma ||
        (this.#level === 1 && (byte === quote || openers.has(byte) || closers.has(byte))))
    if (isStart || isBetweenEntries) return
    const place = { where: this.#path, line: this.#line }
    throw this.#level === 0
      ? invalidDataset(message('workload.notJsonObject', place), message('workload.jsonLines'))
      : invalidDataset(
          message('workload.notJsonArray', place),
          message('workload.notJsonArray.remedy'),
        )
  }
}

/** Reads entries one by one, because some common files exceed the maximum length of a string. `unwraps` as in `readEntries`. */
export async function* readJson(
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
  unwraps = true,
): AsyncGenerator<DatasetEntry> {
  const { form, chunks } = await begun(path, signal)
  const entries =
    form === 'array' || form === 'objects'
      ? readSplit(path, chunks, form === 'array' ? 1 : 0)
      : readLines(path, chunks, { skip, isJson: form === 'lines' })
  try {
    const [first, second] = [await entries.next(), await entries.next()]
    if (first.done === true) return
    const rows = second.done === true && unwraps ? rowsInside(first.value.value) : null
    if (rows === null) yield first.value
    for (const [row, value] of (rows ?? []).entries()) {
      yield { value, where: `${first.value.where}, entry ${row + 1}` }
    }
    if (second.done !== true) yield second.value
    yield* entries
  } finally {
    await entries.return(undefined)
  }
}

/** Keys of a list of rows in a file with a single object. */
const listName =
  /^(data|rows|prompts|questions|examples|samples|instances|requests|records|entries|dataset|train|test|validation)$/i

/** Rows of an object that wraps a list, of a table by columns as pandas writes it, or of rows by key; null for a row. */
export function rowsInside(value: unknown): readonly unknown[] | null {
  if (!isRow(value) || hasTokenIds(value)) return null
  const names = Object.keys(value)
  const columns = Object.values(value)
  const wrapped = names.find((name) => listName.test(name) && Array.isArray(value[name]))
  if (wrapped !== undefined) return value[wrapped] as readonly unknown[]
  const inner = names.find((name) => listName.test(name) && isRow(value[name]))
  if (inner !== undefined) return rowsInside(value[inner])
  const numbered = columns.every((column) => isRow(column) && '0' in column)
  const listed = columns.every(
    (column) => Array.isArray(column) && column.length > 0 && !column.some(isRow),
  )
  if (numbered || listed) {
    return Object.keys(columns[0] ?? {}).map((row) =>
      Object.fromEntries(names.map((name, column) => [name, (columns[column] as Row)[row]])),
    )
  }
  return columns.length > 1 && columns.every(isRow) ? columns : null
}

/** Reads the file once, so that it can be a pipe. */
async function begun(path: string, signal: AbortSignal | undefined) {
  const rest = readChunks(path, signal)
  const read: Buffer[] = []
  let start = ''
  while (start === '') {
    const next = await rest.next()
    if (next.done === true) break
    read.push(next.value)
    start = next.value.toString('utf8').trimStart()
  }
  async function* chunks() {
    try {
      yield* read
      yield* rest
    } finally {
      await rest.return(undefined)
    }
  }
  const isText = /\.txt$/i.test(unpackedName(path)) && !/^[[{]/.test(start)
  if (!isText && /^[^\s\0\x1e[{"#/\d-]/.test(start)) {
    await rest.return(undefined)
    throw invalidDataset(
      message('workload.notRows', { where: path, start: printable(start, 40) }),
      start.startsWith('<')
        ? message('workload.webPage')
        : message('workload.unknownFormat.remedy', {
            endings: '.json, .jsonl, .csv, .tsv, .parquet, .txt',
          }),
    )
  }
  return { form: isText ? 'texts' : formOf(start), chunks: chunks() }
}

/** Lines, if the first line is a complete value. An array on the first of several lines is a row if another array follows. */
function formOf(start: string): 'lines' | 'array' | 'objects' {
  const end = start.indexOf('\n')
  if (start.startsWith('[')) {
    return /^\s*\[/.test(start.slice(end)) && end > 0 && isJson(start.slice(0, end))
      ? 'lines'
      : 'array'
  }
  const line = end < 0 ? start : start.slice(0, end)
  return start.startsWith('{') && !isJson(line) ? 'objects' : 'lines'
}

function isJson(text: string): boolean {
  try {
    parseJson(text, '')
    return true
  } catch {
    return false
  }
}

/** Strips NULs, which a crash leaves at the end of a file, and the record separators of JSON text sequences (RFC 7464). */
function besideMarks(line: string): string {
  return /^[\0\x1e]|\0$/.test(line) ? line.replace(/^[\0\x1e]+|\0+$/g, '') : line
}

/** One JSON value or plain text per line. Skips empty lines, and comments between values. */
async function* readLines(
  path: string,
  chunks: AsyncIterable<Buffer>,
  { skip = null, isJson }: Readonly<{ skip?: SkipLine | null | undefined; isJson: boolean }>,
): AsyncGenerator<DatasetEntry> {
  let lineNumber = 0
  const skipCounted: SkipLine = (bytes, start) => {
    const end = skip?.(bytes, start) ?? -1
    if (end >= 0) lineNumber += 1
    return end
  }
  for await (const text of textLines(chunks, skip && skipCounted)) {
    lineNumber += 1
    const where = `${path}, line ${lineNumber}`
    const value = besideMarks(text)
    if (!isJson && value.trim() !== '') yield { value, where }
    else if (!/^\s*(#|\/\/|$)/.test(value)) yield* rowsOf(parseJson(value, where), where)
  }
}

/** A line may be an array of rows, which an array of messages is not. */
function* rowsOf(value: unknown, where: string): Generator<DatasetEntry> {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const isMessage = (row: unknown) => !isRow(row) || Object.keys(row).some(isMessageField)
  if (rows.length === 0 || rows.some(isMessage)) yield { value, where }
  else
    for (const [at, row] of rows.entries()) yield { value: row, where: `${where}, entry ${at + 1}` }
}

const isMessageField = (name: string) => /^(role|from|speaker|content|value)$/i.test(name)
