// Scanner for newline-delimited JSON: each line is the data of an event. Works in place like the scanner for server-sent events.
import { appended, type SseListener } from './sse-scanner.ts'

const lineFeed = 10
/** Bytes that JSON allows around a value. */
const blanks: readonly (number | undefined)[] = [9, 13, 32]
const byteOrderMark = [0xef, 0xbb, 0xbf] as const
const noBytes = new Uint8Array()

export class LineScanner {
  readonly #listener: Pick<SseListener, 'onData'>
  /** Start of a line that began in an earlier read. */
  #carry = noBytes
  #carryLength = 0
  #atStreamStart = true

  constructor(listener: Pick<SseListener, 'onData'>) {
    this.#listener = listener
  }

  get heldBytes(): number {
    return this.#carry.length
  }

  /** Reads the bytes from `start` up to `limit`. */
  push(bytes: Uint8Array, start: number, limit: number): void {
    let at = start
    for (;;) {
      const found = bytes.indexOf(lineFeed, at)
      const end = found === -1 || found >= limit ? limit : found
      if (end === limit || this.#carryLength > 0) this.#append(bytes.subarray(at, end))
      if (end === limit) return
      if (this.#carryLength > 0) this.end()
      else this.#takeLine(bytes, at, end)
      at = end + 1
    }
  }

  /** Ends the line, and the stream. A line that lacks only its end also counts. */
  end(): void {
    const length = this.#carryLength
    this.#carryLength = 0
    this.#takeLine(this.#carry, 0, length)
  }

  #takeLine(bytes: Uint8Array, lineStart: number, lineEnd: number): void {
    let [start, end] = [lineStart, lineEnd]
    const isMarked =
      this.#atStreamStart && byteOrderMark.every((byte, i) => bytes[start + i] === byte)
    if (isMarked) start += byteOrderMark.length
    while (end > start && blanks.includes(bytes[end - 1])) end--
    if (start === end) return
    this.#atStreamStart = false
    this.#listener.onData(bytes, start, end)
  }

  #append(piece: Uint8Array): void {
    this.#carry = appended(this.#carry, this.#carryLength, piece)
    this.#carryLength += piece.length
  }
}
