// Skips lines of a recorded trace without parsing them. Most lines before the replayed window are simple: their time suffices.
import { mostTokens } from './dataset-entry.ts'
import type { TraceLabels } from './timed-trace.ts'

/** Returns the position of the line feed that ends the line at `start`; −1 if the line must be parsed. */
export type SkipLine = (bytes: Uint8Array, start: number) => number

/**
 * Skips a line whose time `isBefore` accepts, if it is an object of plain numbers, texts and flat lists that
 * `tracedRequest` would accept. Null if the labels are not plain and distinct.
 */
export function traceLineSkipper(
  labels: TraceLabels,
  isBefore: (timestamp: number) => boolean,
): SkipLine | null {
  const { timestamp, inputLength, outputLength, hashIds } = labels
  const names = [timestamp, inputLength, outputLength, hashIds]
  if (new Set(names).size < names.length || !names.every(isPlain)) return null
  const scan = new LineScan(names.map((name) => Uint8Array.from(name, (letter) => code(letter))))
  return (bytes, start) => {
    const end = scan.endOf(bytes, start)
    return end >= 0 && isBefore(scan.timestamp) ? end : -1
  }
}

/** ASCII without characters that JSON escapes. */
function isPlain(name: string): boolean {
  return /^[ !#-[\]-~]+$/.test(name)
}

const code = (letter: string) => letter.charCodeAt(0)
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39]
const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d]
/** Below it, digits are exact, and so are these powers of ten. Their quotient is rounded once, like in JSON.parse. */
const mostDigits = 2 ** 53
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))
/** Every number of this length is finite. */
const longestNumber = 300
const [timeField, hashField] = [0, 3]
const allFields = 0b1111

/** Positions are −1 after anything that is not plain; reading past the end returns undefined, which is not plain either. */
class LineScan {
  /** Time of the last scanned line. */
  timestamp = 0
  readonly #names: readonly Uint8Array[]
  #number = 0

  constructor(names: readonly Uint8Array[]) {
    this.#names = names
  }

  endOf(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== openBrace) return -1
    let found = 0
    let at = start
    do {
      const nameFrom = afterBlanks(bytes, at + 1)
      const nameTo = afterText(bytes, nameFrom)
      if (nameTo < 0) return -1
      at = afterBlanks(bytes, nameTo)
      if (bytes[at] !== colon) return -1
      at = afterBlanks(bytes, at + 1)
      const field = this.#fieldOf(bytes, nameFrom + 1, nameTo - 1)
      if (field < 0) at = this.#afterAny(bytes, at)
      else {
        if ((found & (1 << field)) !== 0) return -1
        found |= 1 << field
        at = this.#afterField(bytes, at, field)
      }
      if (at < 0) return -1
      at = afterBlanks(bytes, at)
    } while (bytes[at] === comma)
    if (bytes[at] !== closeBrace || found !== allFields) return -1
    at = afterBlanks(bytes, at + 1)
    if (bytes[at] === carriageReturn) at++
    return bytes[at] === lineFeed ? at : -1
  }

  #fieldOf(bytes: Uint8Array, from: number, to: number): number {
    for (let field = 0; field < this.#names.length; field++) {
      const name = this.#names[field]
      if (name === undefined || name.length !== to - from) continue
      let same = 0
      while (same < name.length && bytes[from + same] === name[same]) same++
      if (same === name.length) return field
    }
    return -1
  }

  #afterField(bytes: Uint8Array, at: number, field: number): number {
    if (field === hashField) {
      return bytes[at] === openBracket ? this.#afterList(bytes, at) : -1
    }
    const end = this.#afterNumber(bytes, at)
    if (end < 0) return -1
    if (Number.isNaN(this.#number)) {
      this.#number = Number(String.fromCharCode(...bytes.subarray(at, end)))
    }
    if (field === timeField) this.timestamp = this.#number
    else if (!Number.isInteger(this.#number) || this.#number < 1 || this.#number > mostTokens) {
      return -1
    }
    return end
  }

  #afterAny(bytes: Uint8Array, at: number): number {
    return bytes[at] === openBracket ? this.#afterList(bytes, at) : this.#afterItem(bytes, at)
  }

  /** A list with at least one number or text. */
  #afterList(bytes: Uint8Array, from: number): number {
    let at = from
    do {
      at = this.#afterItem(bytes, afterBlanks(bytes, at + 1))
      if (at < 0) return -1
      at = afterBlanks(bytes, at)
    } while (bytes[at] === comma)
    return bytes[at] === closeBracket ? at + 1 : -1
  }

  #afterItem(bytes: Uint8Array, at: number): number {
    return bytes[at] === quote ? afterText(bytes, at) : this.#afterNumber(bytes, at)
  }

  /** A number without exponent. The value remains NaN if its digits exceed 53 bits. */
  #afterNumber(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === minus
    const start = isNegative ? from + 1 : from
    // A destructured array would halve the speed of a scan.
    let at = start
    let mantissa = 0
    let places = 0
    for (; isDigit(bytes[at]); at++) mantissa = mantissa * 10 + (bytes[at] ?? 0) - zero
    if (at === start || (bytes[start] === zero && at > start + 1)) return -1
    if (bytes[at] === point) {
      const first = ++at
      for (; isDigit(bytes[at]); at++) mantissa = mantissa * 10 + (bytes[at] ?? 0) - zero
      places = at - first
      if (places === 0) return -1
    }
    if (at - from > longestNumber) return -1
    const power = mantissa < mostDigits ? powersOfTen[places] : undefined
    this.#number = (isNegative ? -mantissa : mantissa) / (power ?? NaN)
    return at
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === space || bytes[at] === tab) at++
  return at
}

/** A text without escapes and control characters. */
function afterText(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== quote) return -1
  for (let at = from + 1; ; at++) {
    const byte = bytes[at]
    if (byte === quote) return at + 1
    if (byte === undefined || byte < space || byte === backslash) return -1
  }
}
