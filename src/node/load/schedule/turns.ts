// Indices of the requests that a thread sends, in ascending order.

export interface Turns {
  /** Position of its next request, the same until it is taken; null if all are taken. */
  next(): number | null
  take(): void
  /** Whether all turns are taken. Reading it takes none from other threads. */
  readonly exhausted: boolean
}

/** Fixed assignment: each of n threads takes every nth request. */
export class EveryNth implements Turns {
  readonly #step: number
  readonly #count: number
  #next: number

  /** `count` is the number of requests of all threads, possibly Infinity. */
  constructor(first: number, step: number, count: number) {
    this.#next = first
    this.#step = step
    this.#count = count
  }

  next(): number | null {
    return this.exhausted ? null : this.#next
  }

  take(): void {
    this.#next += this.#step
  }

  get exhausted(): boolean {
    return this.#next >= this.#count
  }
}

/** Any thread with a free slot takes the next request, so that all threads together keep the limit as one thread would. */
export class SharedTurns implements Turns {
  readonly #taken: Int32Array
  readonly #count: number
  #held: number | null = null

  /** `taken` is one number in shared memory: requests taken so far. */
  constructor(taken: Int32Array, count: number) {
    this.#taken = taken
    this.#count = count
  }

  next(): number | null {
    this.#held ??= Atomics.add(this.#taken, 0, 1)
    return this.#held < this.#count ? this.#held : null
  }

  take(): void {
    this.#held = null
  }

  get exhausted(): boolean {
    return (this.#held ?? Atomics.load(this.#taken, 0)) >= this.#count
  }
}
