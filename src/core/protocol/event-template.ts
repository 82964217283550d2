// The shape of a token event: bytes that stay, and holes for what changes from token to token. Data that fits a
// template parses to the same JSON but for the holes, so it need not be parsed. Why: a hole is the inside of one
// JSON string or one whole number, and only valid insides fit it; the rest is byte for byte the same.
import type { OutputKind } from '../model/request-record.ts'

/** `text` is the generated output: never empty, because an empty one may mean something else. */
export type HoleKind = 'text' | 'string' | 'number'

/** Bytes that stay, and the hole after them. */
export type TemplatePart = Readonly<{ before: Uint8Array; hole: HoleKind }>

export type TemplateMeaning = Readonly<{
  output: OutputKind
  /** The event says that generation is over. */
  finished: boolean
  /** Its text is output to keep, not reasoning. */
  keepsText: boolean
}>

const quote = 34
const backslash = 92
const firstPrintable = 32
const digitZero = 48
const digitNine = 57
const letterU = 117
/** The bytes " \ / b f n r t: what may follow a backslash, besides u. */
const escapable: ReadonlySet<number | undefined> = new Set([34, 92, 47, 98, 102, 110, 114, 116])
/** Any number of so few digits is exact. */
const mostDigits = 15

export class EventTemplate {
  readonly meaning: TemplateMeaning
  readonly #parts: readonly TemplatePart[]
  readonly #after: Uint8Array
  /** Where the text is in the data that fitted last, escaped as in JSON, and where the data ends. */
  textStart = 0
  textEnd = 0
  end = 0

  constructor(parts: readonly TemplatePart[], after: Uint8Array, meaning: TemplateMeaning) {
    this.#parts = parts
    this.#after = after
    this.meaning = meaning
  }

  /** Whether the data at `start` has this shape; nothing from `limit` on is looked at. */
  fits(bytes: Uint8Array, start: number, limit: number): boolean {
    let at = start
    for (const { before, hole } of this.#parts) {
      at = endOfSame(bytes, at, limit, before)
      if (at === -1) return false
      const end =
        hole === 'number' ? endOfNumber(bytes, at, limit) : endOfStringInside(bytes, at, limit)
      if (end === -1) return false
      if (hole === 'text') {
        if (end === at) return false
        this.textStart = at
        this.textEnd = end
      }
      at = end
    }
    this.end = endOfSame(bytes, at, limit, this.#after)
    return this.end !== -1
  }
}

function endOfSame(bytes: Uint8Array, at: number, limit: number, expected: Uint8Array): number {
  const length = expected.length
  if (at + length > limit) return -1
  for (let i = 0; i < length; i++) if (bytes[at + i] !== expected[i]) return -1
  return at + length
}

/** Up to the closing quote, provided that everything before it may stand in a JSON string. */
function endOfStringInside(bytes: Uint8Array, start: number, limit: number): number {
  let at = start
  while (at < limit) {
    const byte = bytes[at] ?? 0
    if (byte === quote) return at
    if (byte < firstPrintable) return -1
    if (byte !== backslash) at++
    else if (escapable.has(bytes[at + 1])) at += 2
    else if (bytes[at + 1] === letterU && areHexDigits(bytes, at + 2)) at += 6
    else return -1
  }
  return -1
}

function areHexDigits(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) {
    const byte = bytes[i] ?? 0
    const letter = byte | 0x20
    if (!isDigit(byte) && (letter < 97 || letter > 102)) return false
  }
  return true
}

/** Of a whole number without sign, leading zero, fraction or exponent. */
function endOfNumber(bytes: Uint8Array, start: number, limit: number): number {
  let at = start
  while (at < limit && isDigit(bytes[at] ?? 0)) at++
  const digits = at - start
  return digits === 0 || digits > mostDigits || bytes[start] === digitZero ? -1 : at
}

function isDigit(byte: number): boolean {
  return byte >= digitZero && byte <= digitNine
}
