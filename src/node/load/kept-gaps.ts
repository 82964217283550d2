// Stores the gaps of ended requests in few large buffers. A buffer for each short response would cost more than its gaps, and as
// much again in garbage collection.

const pieceLength = 16 * 1024
const none = new Uint32Array()

export class KeptGaps {
  #piece = none
  #used = 0

  /** Copies the first `length` gaps. */
  copyOf(gaps: Uint32Array, length: number): Uint32Array {
    if (length === 0) return none
    if (length > pieceLength) return gaps.slice(0, length)
    if (this.#used + length > this.#piece.length) {
      this.#piece = new Uint32Array(pieceLength)
      this.#used = 0
    }
    const start = this.#used
    this.#used += length
    for (let i = 0; i < length; i++) this.#piece[start + i] = gaps[i] ?? 0
    return this.#piece.subarray(start, this.#used)
  }
}
