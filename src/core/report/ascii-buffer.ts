// Buffer of ASCII text that writes numbers into reused memory, so that a file of millions of numbers creates no strings.
import { pythonFloatText } from '#core/base/python-number.ts'

const zero = 0x30
const point = 0x2e
const [letterE, minus] = [0x65, 0x2d]

/** Length of `999999999.999999`, for fewer than 1e15 µs. */
const longestSeconds = 16

/** Three digits of every number below 1000, concatenated. */
const threeDigits = Uint8Array.from({ length: 3000 }, (_, i) => {
  const tens = 10 ** (2 - (i % 3))
  return zero + (Math.floor(Math.floor(i / 3) / tens) % 10)
})

/** Writes a non-negative safe integer; returns the end position. */
function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = zero + value
    return at + 1
  }
  let end = at + 1
  for (let left = value; left >= 10; left = Math.floor(left / 10)) end++
  let left = value
  for (let place = end - 1; place >= at; place--) {
    const tenth = Math.floor(left / 10)
    bytes[place] = zero + (left - tenth * 10)
    left = tenth
  }
  return end
}

/** Writes Python's `repr(us / 1e6)` for whole non-negative µs below 1e15; returns the end position. */
function writeSeconds(bytes: Uint8Array, at: number, us: number): number {
  if (us < 100) return us === 0 ? writeZero(bytes, at) : writeExponential(bytes, at, us)
  const whole = us < 1e6 ? 0 : Math.floor(us / 1e6)
  const start = writeInteger(bytes, at, whole)
  bytes[start] = point
  return writeDecimals(bytes, start + 1, us - whole * 1e6)
}

function writeZero(bytes: Uint8Array, at: number): number {
  bytes[at] = zero
  bytes[at + 1] = point
  bytes[at + 2] = zero
  return at + 3
}

/** Python switches to exponents below 1e-4. */
function writeExponential(bytes: Uint8Array, at: number, us: number): number {
  const isBelowTen = us < 10
  const first = isBelowTen ? us : Math.floor(us / 10)
  const second = isBelowTen ? 0 : us - first * 10
  let end = at
  bytes[end++] = zero + first
  if (second > 0) {
    bytes[end++] = point
    bytes[end++] = zero + second
  }
  bytes[end++] = letterE
  bytes[end++] = minus
  bytes[end++] = zero
  bytes[end++] = zero + (isBelowTen ? 6 : 5)
  return end
}

/** Six decimals without trailing zeros, but at least one. */
function writeDecimals(bytes: Uint8Array, at: number, millionths: number): number {
  const upper = (millionths / 1000) | 0
  const lower = millionths - upper * 1000
  let end = at + (lower > 0 ? 6 : 3)
  write3(bytes, at, upper)
  if (lower > 0) write3(bytes, at + 3, lower)
  while (end > at + 1 && bytes[end - 1] === zero) end--
  return end
}

function write3(bytes: Uint8Array, at: number, number: number): void {
  const from = 3 * number
  bytes[at] = threeDigits[from] ?? 0
  bytes[at + 1] = threeDigits[from + 1] ?? 0
  bytes[at + 2] = threeDigits[from + 2] ?? 0
}

/** A full buffer still has capacity for one write of any kind, which is at most `largestWrite`. */
const fullAt = 64 * 1024
const largestWrite = 32 * 1024
/** Each character takes at most six bytes. */
export const mostCharacters = Math.floor(largestWrite / 6)
/** Each number takes two more bytes for its separator. */
export const mostNumbers = Math.floor(largestWrite / (longestSeconds + 2))

const [comma, space, quote, backslash, delete_] = [0x2c, 0x20, 0x22, 0x5c, 0x7f]

const shortEscapes: Readonly<Record<number, string>> = {
  0x08: '\\b',
  0x09: '\\t',
  0x0a: '\\n',
  0x0c: '\\f',
  0x0d: '\\r',
  0x22: '\\"',
  0x5c: '\\\\',
}

export class AsciiBuffer {
  readonly #bytes = new Uint8Array(fullAt + largestWrite)
  #length = 0

  /** Must be emptied with `take` before the next write. */
  get isFull(): boolean {
    return this.#length >= fullAt
  }

  /** Bytes written since the last call; valid until the next write. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  /** Must be ASCII; written unchanged. */
  text(ascii: string): void {
    const bytes = this.#bytes
    let at = this.#length
    for (let i = 0; i < ascii.length; i++) bytes[at++] = ascii.charCodeAt(i)
    this.#length = at
  }

  /** Non-negative safe integer. */
  integer(value: number): void {
    this.#length = writeInteger(this.#bytes, this.#length, value)
  }

  /** Durations `from`…`until`, whole µs, at most `mostNumbers`, in the format of a Python list of seconds. */
  secondsList(durationsUs: Uint32Array, from: number, until: number): void {
    const bytes = this.#bytes
    let at = this.#length
    for (let i = from; i < until; i++) {
      if (i > 0) {
        bytes[at++] = comma
        bytes[at++] = space
      }
      at = writeSeconds(bytes, at, durationsUs[i] ?? 0)
    }
    this.#length = at
  }

  /** Finite float in Python's format; whole µs take a faster path. */
  float(value: number): void {
    const us = Math.round(value * 1e6)
    // Up to 15 digits, the decimal that a float was rounded from is the shortest one that round-trips.
    const isWholeUs = us / 1e6 === value && (us > 0 || Object.is(us, 0)) && us < 1e15
    if (isWholeUs) this.#length = writeSeconds(this.#bytes, this.#length, us)
    else this.text(pythonFloatText(value))
  }

  /** Characters `from`…`until`, at most `mostCharacters`, escaped as in a JSON string. */
  escaped(text: string, from: number, until: number): void {
    const bytes = this.#bytes
    let at = this.#length
    for (let i = from; i < until; i++) {
      const unit = text.charCodeAt(i)
      const isPlain = unit >= space && unit < delete_ && unit !== quote && unit !== backslash
      if (isPlain) {
        bytes[at++] = unit
      } else {
        this.#length = at
        this.text(shortEscapes[unit] ?? `\\u${unit.toString(16).padStart(4, '0')}`)
        at = this.#length
      }
    }
    this.#length = at
  }
}
