// The gaps between token events, in whole µs.

/** The gaps of one request, in a buffer that the next request reuses. */
export class TokenGaps {
  readonly #kept: KeptGaps
  #gaps = new Uint32Array(256)
  #length = 0

  constructor(kept = new KeptGaps()) {
    this.#kept = kept
  }

  get heldBytes(): number {
    return 4 * this.#length
  }

  /** Adds the gaps of `count` events that arrived at once; all but the first are 0. */
  add(gapUs: number, count = 1): void {
    const length = this.#length + count
    if (length > this.#gaps.length) this.#grow(length)
    this.#gaps[this.#length] = gapUs
    if (count > 1) this.#gaps.fill(0, this.#length + 1, length)
    this.#length = length
  }

  /** Returns a copy of the gaps and clears them. */
  take(): Uint32Array {
    const taken = this.#kept.copyOf(this.#gaps, this.#length)
    this.#length = 0
    return taken
  }

  #grow(length: number): void {
    const larger = new Uint32Array(2 * length)
    larger.set(this.#gaps)
    this.#gaps = larger
  }
}

const pieceLength = 16 * 1024
const none = new Uint32Array()

/**
 * Stores the gaps of ended requests in few large buffers. A buffer for each short response would cost more than its gaps, and as
 * much again in garbage collection.
 */
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
