// The gaps between one request's token events, in whole µs, in a buffer that the next request reuses.
import { KeptGaps } from './kept-gaps.ts'

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
