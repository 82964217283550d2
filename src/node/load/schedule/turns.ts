// Which requests of a plan a thread sends, in ascending order.

export interface Turns {
  /** Position of its next request, the same until it is taken; null where none is left. */
  next(): number | null
  take(): void
  /** No more turns will come. Asking keeps nothing from other threads. */
  readonly exhausted: boolean
}

/** Known from the start: of n threads each takes every nth. */
export class EveryNth implements Turns {
  readonly #step: number
  readonly #count: number
  #next: number

  /** `count` is that of all requests, and may be Infinity. */
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

/** Any thread with room takes the next one, so that all threads together keep to a limit as one would. */
export class SharedTurns implements Turns {
  readonly #taken: Int32Array
  readonly #count: number
  #held: number | null = null

  /** `taken` holds one number in shared memory: how many requests have been taken. */
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
