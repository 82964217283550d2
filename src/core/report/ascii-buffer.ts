// Buffer of ASCII text that writes numbers into reused memory, so that a file of millions of numbers needs no strings.
import { pythonFloatText } from '#core/base/python-number.ts'
import { longestSeconds, writeInteger, writeSeconds } from './seconds-digits.ts'

/** A full buffer still has capacity for one write of any kind, which is at most `largestWrite`. */
const fullAt = 64 * 1024
const largestWrite = 32 * 1024
/** Each character takes at most six bytes. */
export const mostCharacters = Math.floor(largestWrite / 6)
/** Each number takes two bytes more for its separator. */
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
    // Up to 15 digits, the decimal that a float was rounded from is the shortest that reads back as the float.
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
