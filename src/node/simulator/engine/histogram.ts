// A Prometheus histogram: counts under fixed bounds, with sum and count.

export class Histogram {
  readonly bounds: readonly number[]
  readonly #counts: number[]
  sum = 0
  count = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(value: number): void {
    this.sum += value
    this.count++
    let index = 0
    while (index < this.bounds.length && value > (this.bounds[index] ?? Infinity)) index++
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
  }

  /** Cumulative counts per bound; the last one is the total. */
  cumulative(): number[] {
    let total = 0
    return this.#counts.map((count) => (total += count))
  }
}
