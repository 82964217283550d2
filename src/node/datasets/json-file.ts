// Reads a file that holds either one JSON array of objects or one JSON value per line, decided by its first character.
import { message } from '#core/messages/message.ts'
import type { SkipLine } from '#core/workload/datasets/trace-scan.ts'
import {
  type DatasetEntry,
  invalidDataset,
  parseJson,
  readChunks,
  textLines,
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

/** Finds the bounds of entries by nesting alone; the parser reads their contents. */
class Splitter {
  readonly #path: string
  /** Nesting depth around an entry. */
  readonly #level: 0 | 1
  #depth = 0
  #inString = false
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
      if (this.#inString) {
        position = this.#throughString(chunk, position)
        continue
      }
      const depthBefore = this.#depth
      this.#step(byte)
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
    if (this.#finished) return
    const place = { path: this.#path, line: this.#line }
    if (this.#depth === 0) {
      throw invalidDataset(
        message('workload.empty', { path: this.#path }),
        message(this.#level === 0 ? 'workload.jsonLines' : 'workload.jsonArray'),
      )
    }
    throw invalidDataset(
      this.#level === 0
        ? message('workload.jsonObjectCut', place)
        : message('workload.jsonArrayCut', place),
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
    if (byte === quote) this.#inString = true
    else if (openers.has(byte)) this.#depth += 1
    else if (closers.has(byte)) {
      this.#depth -= 1
      this.#finished = this.#depth === 0
    }
  }

  /** Accepts only the array's brackets, commas and blanks outside entries. */
  #expectOutside(byte: number): void {
    if (blanks.has(byte)) return
    const start = this.#level === 0 ? 0x7b : 0x5b
    const isFirst = this.#level === 0 || !this.#finished
    const isStart = this.#depth === 0 && isFirst && byte === start
    const isBetweenEntries =
      this.#depth === 1 && (byte === comma || openers.has(byte) || closers.has(byte))
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

export async function* readJson(
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
): AsyncGenerator<DatasetEntry> {
  const { isArray, chunks } = await begun(path, signal)
  yield* isArray ? readSplit(path, chunks, 1) : readLines(path, chunks, skip)
}

/**
 * Reads a JSON array, or consecutive objects, each on one line or on several. Entries are read one by one, because some
 * common conversation files exceed the length of a string.
 */
export async function* readJsonOrObjects(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<DatasetEntry> {
  const { isArray, chunks } = await begun(path, signal)
  yield* readSplit(path, chunks, isArray ? 1 : 0)
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
  return { isArray: start.startsWith('['), chunks: chunks() }
}

/** One JSON value per line. Empty lines are skipped. */
export function readJsonLines(
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
): AsyncGenerator<DatasetEntry> {
  return readLines(path, readChunks(path, signal), skip)
}

/** Without NULs, which a crash leaves at the end of a file, and the record separators of JSON text sequences (RFC 7464). */
function besideMarks(line: string): string {
  return /^[\0\x1e]|\0$/.test(line) ? line.replace(/^[\0\x1e]+|\0+$/g, '') : line
}

async function* readLines(
  path: string,
  chunks: AsyncIterable<Buffer>,
  skip: SkipLine | null = null,
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
    if (value.trim() !== '') yield { value: parseJson(value, where), where }
  }
}
