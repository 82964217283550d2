// The gaps between one request's token events, in whole µs, in memory that is used again for the next request.

export class TokenGaps {
  #gaps = new Uint32Array(256)
  #length = 0

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
    const taken = this.#gaps.slice(0, this.#length)
    this.#length = 0
    return taken
  }
}
