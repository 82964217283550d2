// Code words of varying length, written bit by bit.
import type { CodeTable } from './tables.ts'

/** By symbol: the word, and how many bits it has. */
export type CodeWords = Readonly<{ words: Uint16Array; bits: Uint8Array }>

/** Words of a length follow one another in numbers, and shorter ones are never the beginning of longer ones. */
export function codeWordsOf({ lengths, symbols }: CodeTable): CodeWords {
  const words = new Uint16Array(256)
  const bits = new Uint8Array(256)
  let word = 0
  let next = 0
  for (const [index, count] of lengths.entries()) {
    for (const symbol of symbols.subarray(next, next + count)) {
      words[symbol] = word
      bits[symbol] = index + 1
      word += 1
    }
    next += count
    word *= 2
  }
  return { words, bits }
}

export class BitWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  /** The last bits that make no whole byte yet. */
  #pending = 0
  #pendingBits = 0

  /** At most 16 bits at a time. */
  write(value: number, count: number): void {
    this.#pending = (this.#pending << count) | value
    this.#pendingBits += count
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#push((this.#pending >>> this.#pendingBits) & 0xff)
    }
    this.#pending &= (1 << this.#pendingBits) - 1
  }

  /** All that was written; ones fill up the last byte. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0xff >> this.#pendingBits, 8 - this.#pendingBits)
    return this.#bytes.subarray(0, this.#length)
  }

  /** A byte of ones begins a marker, unless a zero follows. */
  #push(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) this.#grow()
    this.#bytes[this.#length++] = byte
    if (byte === 0xff) this.#bytes[this.#length++] = 0
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
