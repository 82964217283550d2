// The shape of an event with a token or the usage: fixed bytes, and holes for the values that change. Data that fits a
// template parses to the same JSON except for the holes, so it need not be parsed. Reason: a hole is the inside of one
// JSON string or one whole number and accepts only valid ones; the rest is equal byte for byte.
import { mostCount } from '#core/base/bounds.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'

const wordBytes = 8

/**
 * Compares expected bytes eight at a time, because comparing single bytes would cost more than all other work on an event.
 * Reading eight bytes as a double is the fastest way.
 */
export class FixedBytes {
  readonly length: number
  readonly #words: Float64Array
  /** The last eight bytes: the remainder after the whole words, and some bytes of the last word. */
  readonly #last: number
  /** All bytes, if there are fewer than eight, or if equal doubles may have different bytes. */
  readonly #single: Uint8Array

  constructor(bytes: Uint8Array) {
    const view = viewOf(bytes)
    const count = Math.floor(bytes.length / wordBytes)
    const words = Float64Array.from({ length: count }, (_, i) =>
      view.getFloat64(i * wordBytes, true),
    )
    const last = count === 0 ? 0 : view.getFloat64(bytes.length - wordBytes, true)
    const isReported = isTellingWord(last) && words.every(isTellingWord)
    this.length = bytes.length
    this.#words = isReported ? words : new Float64Array()
    this.#last = last
    this.#single = isReported ? new Uint8Array() : bytes.slice()
  }

  /** Returns the end of the same bytes at `at`, or -1; ignores bytes from `limit` on. */
  endIn(view: DataView, at: number, limit: number): number {
    const end = at + this.length
    if (end > limit) return -1
    const words = this.#words
    if (words.length === 0) return this.#endOfSingle(view, at)
    if (view.getFloat64(end - wordBytes, true) !== this.#last) return -1
    for (let i = 0, place = at; i < words.length; i++, place += wordBytes) {
      if (view.getFloat64(place, true) !== words[i]) return -1
    }
    return end
  }

  #endOfSingle(view: DataView, at: number): number {
    const single = this.#single
    for (let i = 0; i < single.length; i++) if (view.getUint8(at + i) !== single[i]) return -1
    return at + single.length
  }
}

/**
 * False for zeros, which equal each other, and for NaN, which does not equal itself; other doubles are equal exactly if their
 * bytes are.
 */
function isTellingWord(word: number): boolean {
  return word !== 0 && !Number.isNaN(word)
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** `text` is the generated output; it is never empty, because empty text may have another meaning. */
export type HoleKind = 'text' | 'string' | 'number' | 'promptTokens' | 'completionTokens'

/** Path of member names to a value in an event. */
export type HolePath = readonly string[]

/** Paths of the values that differ between events of a kind; the first text present counts. */
export type TemplateHoles = Readonly<Partial<Record<HoleKind, readonly HolePath[]>>>

/** Fixed bytes, and the hole after them. */
type TemplatePart = Readonly<{ before: Uint8Array; hole: HoleKind }>

type TemplateMeaning = Readonly<{
  /** Null if the event contains the usage but no token. */
  output: OutputKind | null
  /** The event ends generation. */
  finished: boolean
  finishReason: string | null
  model: string | null
  /** Meaning of its text: output, reasoning, or neither. */
  keeps: 'output' | 'reasoning' | null
}>

const ascii = { space: 32, quote: 34, digit0: 48, digit9: 57, backslash: 92, letterU: 117 }
/** The bytes " \ / b f n r t, which may follow a backslash, as may u. */
const escapable: ReadonlySet<number> = new Set([34, 92, 47, 98, 102, 110, 114, 116])
/** Digits of a number that a double represents exactly. */
const mostDigits = 15

type Part = Readonly<{ before: FixedBytes; hole: HoleKind }>

export class EventTemplate {
  readonly meaning: TemplateMeaning
  readonly #parts: readonly Part[]
  readonly #after: FixedBytes
  /** Range of the text in the last matching data, escaped as in JSON, and the end of the data. */
  textStart = 0
  textEnd = 0
  end = 0
  /** Counts, if it is the usage. */
  promptTokens = 0
  completionTokens = 0

  constructor(parts: readonly TemplatePart[], after: Uint8Array, meaning: TemplateMeaning) {
    this.#parts = parts.map(({ before, hole }) => ({ before: new FixedBytes(before), hole }))
    this.#after = new FixedBytes(after)
    this.meaning = meaning
  }

  /** Whether the data at `start` has this shape; ignores bytes from `limit` on. */
  fits(bytes: DataView, start: number, limit: number): boolean {
    let at = start
    for (const { before, hole } of this.#parts) {
      at = before.endIn(bytes, at, limit)
      if (at === -1) return false
      const isString = hole === 'text' || hole === 'string'
      const end = isString ? endOfStringInside(bytes, at, limit) : endOfNumber(bytes, at, limit)
      if (end === -1) return false
      if (hole === 'text') {
        if (end === at) return false
        this.textStart = at
        this.textEnd = end
      } else if (hole === 'promptTokens' || hole === 'completionTokens') {
        this[hole] = numberIn(bytes, at, end)
        if (this[hole] > mostCount) return false
      }
      at = end
    }
    this.end = this.#after.endIn(bytes, at, limit)
    return this.end !== -1
  }

  /** Template for repetitions of the last matching data, which began at `start`: only the text may still differ. */
  narrowedTo(bytes: Uint8Array, start: number): EventTemplate {
    const before = bytes.subarray(start, this.textStart)
    const after = bytes.subarray(this.textEnd, this.end)
    return new EventTemplate([{ before, hole: 'text' }], after, this.meaning)
  }
}

/** Returns the position of the closing quote if everything before it is valid in a JSON string. */
function endOfStringInside(bytes: DataView, start: number, limit: number): number {
  let at = start
  while (at + 4 <= limit && isPlainWord(bytes.getInt32(at))) at += 4
  while (at !== -1 && at < limit) {
    const byte = bytes.getUint8(at)
    if (byte === ascii.quote) return at
    if (byte < ascii.space) return -1
    at = byte === ascii.backslash ? endOfEscape(bytes, at, limit) : at + 1
  }
  return -1
}

/** Whether none of four bytes is a quote, a backslash or a control character. */
function isPlainWord(word: number): boolean {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  return (
    ((((word - 0x20202020) & ~word) |
      ((quotes - 0x01010101) & ~quotes) |
      ((backslashes - 0x01010101) & ~backslashes)) &
      0x80808080) ===
    0
  )
}

function endOfEscape(bytes: DataView, at: number, limit: number): number {
  if (at + 2 > limit) return -1
  const byte = bytes.getUint8(at + 1)
  if (escapable.has(byte)) return at + 2
  return byte === ascii.letterU && at + 6 <= limit && areHexDigits(bytes, at + 2) ? at + 6 : -1
}

function areHexDigits(bytes: DataView, at: number): boolean {
  for (let i = at; i < at + 4; i++) {
    const byte = bytes.getUint8(i)
    const letter = byte | 0x20
    if (!isDigit(byte) && (letter < 97 || letter > 102)) return false
  }
  return true
}

/** End of an integer without sign, leading zero, fraction or exponent. */
function endOfNumber(bytes: DataView, start: number, limit: number): number {
  let at = start
  while (at < limit && isDigit(bytes.getUint8(at))) at++
  const digits = at - start
  if (digits === 0 || digits > mostDigits) return -1
  return bytes.getUint8(start) === ascii.digit0 ? -1 : at
}

function numberIn(bytes: DataView, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) number = number * 10 + bytes.getUint8(at) - ascii.digit0
  return number
}

function isDigit(byte: number): boolean {
  return byte >= ascii.digit0 && byte <= ascii.digit9
}
