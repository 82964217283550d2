// The gaps between one request's token events, in whole µs, in memory that is used again for the next request.
import { KeptGaps } from './kept-gaps.ts'

export class TokenGaps {
  readonly #kept: KeptGaps
  #gaps = new Uint32Array(256)
  #length = 0

  constructor(kept = new KeptGaps()) {
    this.#kept = kept
  }

  add(gapUs: number): void {
    if (this.#length === this.#gaps.length) {
      const larger = new Uint32Array(2 * this.#length)
      larger.set(this.#gaps)
      this.#gaps = larger
    }
    this.#gaps[this.#length++] = gapUs
  }

  /** A copy of what was added since the last time, which is then forgotten. */
  take(): Uint32Array {
    const taken = this.#kept.copyOf(this.#gaps, this.#length)
    this.#length = 0
    return taken
  }
}
