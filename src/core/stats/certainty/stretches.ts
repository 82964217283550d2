// How many stretches of time that do not overlap a run observed. Requests in flight together are served by the same steps of the
// server, so a thousand of them in one burst observe its pace once.

export class Stretches {
  #fromS = Infinity
  #untilS = -Infinity
  #sumS = 0
  #count = 0

  /** What is measured of a request lasts for `lengthS`. */
  add(startS: number, lengthS: number): void {
    this.#fromS = Math.min(this.#fromS, startS)
    this.#untilS = Math.max(this.#untilS, startS + lengthS)
    this.#sumS += lengthS
    this.#count++
  }

  /** The time all of them cover, in lengths of one. */
  get count(): number {
    return this.#sumS > 0 ? (this.#untilS - this.#fromS) / (this.#sumS / this.#count) : Infinity
  }
}
