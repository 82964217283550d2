// Bytes that are expected to be the same again and again, compared eight at a time: one by one would cost more than
// everything else done with an event. Eight bytes are read as a double, because no other way to read eight is as fast.

const wordBytes = 8

export class FixedBytes {
  readonly length: number
  readonly #words: Float64Array
  /** The last eight bytes: what is left after the whole words, and some of those once more. */
  readonly #last: number
  /** All of them where they are too few, or where doubles could be equal and the bytes not. */
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

  /** Where the same bytes end that start at `at`, or -1; nothing from `limit` on is looked at. */
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

/** Zero equals another zero, and what is no number not even itself; all others are equal when their bytes are. */
function isTellingWord(word: number): boolean {
  return word !== 0 && !Number.isNaN(word)
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
