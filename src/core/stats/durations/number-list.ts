// Numbers of unknown count, in memory that holds nothing else and is used as it is: a run
// may have millions.

const fewest = 64

/** `larger`, which begins with the numbers. */
export function grown<Numbers extends Float64Array | Uint32Array>(
  numbers: Numbers,
  larger: Numbers,
): Numbers {
  larger.set(numbers)
  return larger
}

export class NumberList {
  #numbers = new Float64Array(fewest)
  #count = 0

  add(number: number): void {
    if (this.#count === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, new Float64Array(2 * this.#count))
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
