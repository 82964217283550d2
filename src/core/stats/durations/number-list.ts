// A growing list of numbers in contiguous memory, because a run may have millions.

const fewest = 64

class GrowingList<Numbers extends Float64Array | Uint32Array> {
  readonly #memory: (length: number) => Numbers
  #numbers: Numbers
  #count = 0

  constructor(memory: (length: number) => Numbers) {
    this.#memory = memory
    this.#numbers = memory(fewest)
  }

  add(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = this.#memory(2 * this.#count)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#count++] = number
  }

  get length(): number {
    return this.#count
  }

  /** View in insertion order; not a copy. */
  get all(): Numbers {
    return this.#numbers.subarray(0, this.#count) as Numbers
  }
}

export class NumberList extends GrowingList<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length))
  }
}

/** Whole numbers below 2³², in four bytes each. */
export class IntegerList extends GrowingList<Uint32Array> {
  constructor() {
    super((length) => new Uint32Array(length))
  }

  get last(): number {
    return this.all.at(-1) ?? 0
  }

  set last(integer: number) {
    if (this.length > 0) this.all[this.length - 1] = integer
  }

  /** Copy of exact size. */
  finish(): Uint32Array {
    return this.all.slice()
  }
}
