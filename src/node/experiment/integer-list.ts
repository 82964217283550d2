// Whole numbers below 2³², of unknown count, at four bytes each.
import { grown } from '#core/stats/durations/number-list.ts'

const fewest = 1024

export class IntegerList {
  #integers = new Uint32Array(fewest)
  #count = 0

  add(integer: number): void {
    if (this.#count === this.#integers.length) {
      this.#integers = grown(this.#integers, new Uint32Array(2 * this.#count))
    }
    this.#integers[this.#count++] = integer
  }

  get length(): number {
    return this.#count
  }

  get last(): number {
    return this.#integers[this.#count - 1] ?? 0
  }

  set last(integer: number) {
    if (this.#count > 0) this.#integers[this.#count - 1] = integer
  }

  /** In memory that is as large as they are. */
  finish(): Uint32Array {
    return this.#integers.slice(0, this.#count)
  }
}
