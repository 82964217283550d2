// Requests by the decode step of their last token: a ring of lists, one list per step.

const none = -1

export class StepQueue {
  /** First request of each list. */
  readonly #first: Int32Array
  /** Next request in its list, and the step, by request. */
  readonly #next: Int32Array
  readonly #stepOf: Float64Array
  readonly #mask: number

  /** `mostAhead`: maximum steps between the current one and any added one. */
  constructor(requests: number, mostAhead: number) {
    const size = 2 ** Math.ceil(Math.log2(mostAhead + 2))
    this.#mask = size - 1
    this.#first = new Int32Array(size).fill(none)
    this.#next = new Int32Array(requests).fill(none)
    this.#stepOf = new Float64Array(requests).fill(none)
  }

  add(step: number, request: number): void {
    const place = step & this.#mask
    this.#next[request] = this.#first[place] ?? none
    this.#first[place] = request
    this.#stepOf[request] = step
  }

  /** A request whose last token is due at `step`; null if none is. Steps must be queried in order. */
  takeUntil(step: number): number | null {
    const place = step & this.#mask
    const request = this.#first[place] ?? none
    if (request === none) return null
    this.#first[place] = this.#next[request] ?? none
    this.#stepOf[request] = none
    return request
  }

  /** Null for a request that is not decoding. */
  stepOf(request: number): number | null {
    const step = this.#stepOf[request] ?? none
    return step === none ? null : step
  }

  remove(request: number): void {
    const place = (this.#stepOf[request] ?? none) & this.#mask
    this.#stepOf[request] = none
    let before = this.#first[place] ?? none
    if (before === request) {
      this.#first[place] = this.#next[request] ?? none
      return
    }
    while (before !== none) {
      const next = this.#next[before] ?? none
      if (next === request) {
        this.#next[before] = this.#next[request] ?? none
        return
      }
      before = next
    }
  }
}
