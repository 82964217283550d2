// Bytes that are expected to be the same again and again, compared four at a time: one by one would cost more than
// all else that is done with an event.

const wordBytes = 4

export class FixedBytes {
  readonly length: number
  readonly #words: Int32Array
  /** What is left after the last whole word. */
  readonly #tail: Uint8Array

  constructor(bytes: Uint8Array) {
    const words = Math.floor(bytes.length / wordBytes)
    const view = viewOf(bytes)
    this.length = bytes.length
    this.#words = Int32Array.from({ length: words }, (_, i) => view.getInt32(i * wordBytes, true))
    this.#tail = bytes.slice(words * wordBytes)
  }

  /** Where the same bytes end that start at `at`, or -1; nothing from `limit` on is looked at. */
  endIn(view: DataView, at: number, limit: number): number {
    const end = at + this.length
    if (end > limit) return -1
    const words = this.#words
    for (let i = 0; i < words.length; i++) {
      if (view.getInt32(at + i * wordBytes, true) !== words[i]) return -1
    }
    const tail = this.#tail
    const tailAt = end - tail.length
    for (let i = 0; i < tail.length; i++) if (view.getUint8(tailAt + i) !== tail[i]) return -1
    return end
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
