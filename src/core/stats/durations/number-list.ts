// Numbers of unknown count, in memory that holds nothing else and is used as it is: a run
// may have millions.

const fewest = 64

export class NumberList {
  #numbers = new Float64Array(fewest)
  #count = 0

  add(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#count++] = number
  }

  get length(): number {
    return this.#count
  }

  /** In the order they came; no copy. */
  get all(): Float64Array {
    return this.#numbers.subarray(0, this.#count)
  }
}
