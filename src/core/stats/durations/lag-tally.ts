// Histogram of client delays in a few kilobytes: rounds each down by at most 1 part in 32. Tallies of several threads
// can be added.

/** Counters per doubling; below this delay there is one per microsecond. */
const countersPerDoubling = 32
const bitsBelow = Math.log2(countersPerDoubling)
const counters = (32 - bitsBelow) * countersPerDoubling
const longestUs = 2 ** 31 - 1

/** Plain data that can be sent between threads. */
export type LagCounts = Readonly<{ counts: Float64Array; sumUs: number; maxUs: number }>

export class LagTally {
  readonly #counts = new Float64Array(counters)
  #count = 0
  #sumUs = 0
  #maxUs = 0

  add(lagUs: number): void {
    const us = lagUs > 0 ? Math.min(lagUs, longestUs) : 0
    const index = counterOf(us)
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#count++
    this.#sumUs += us
    if (us > this.#maxUs) this.#maxUs = us
  }

  addAll({ counts, sumUs, maxUs }: LagCounts): void {
    for (const [index, count] of counts.entries()) {
      this.#counts[index] = (this.#counts[index] ?? 0) + count
      this.#count += count
    }
    this.#sumUs += sumUs
    this.#maxUs = Math.max(this.#maxUs, maxUs)
  }

  toCounts(): LagCounts {
    return { counts: this.#counts.slice(), sumUs: this.#sumUs, maxUs: this.#maxUs }
  }

  get count(): number {
    return this.#count
  }

  get meanUs(): number {
    return this.#count === 0 ? 0 : this.#sumUs / this.#count
  }

  get maxUs(): number {
    return this.#maxUs
  }

  /** Nearest-rank quantile for a share of 0–1; 0 without delays. */
  at(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#count))
    if (rank >= this.#count) return this.#maxUs
    let seen = 0
    const index = this.#counts.findIndex((count) => (seen += count) >= rank)
    return smallestOf(index)
  }

  /** 0–1; a delay in the same counter as the limit counts as below it. */
  shareAbove(limitUs: number): number {
    if (this.#count === 0) return 0
    const above = this.#counts.subarray(counterOf(limitUs) + 1)
    return above.reduce((sum, count) => sum + count, 0) / this.#count
  }
}

function counterOf(us: number): number {
  const whole = us | 0
  if (whole < countersPerDoubling) return whole
  const doubling = 31 - Math.clz32(whole) - bitsBelow
  return (doubling + 1) * countersPerDoubling + (whole >> doubling) - countersPerDoubling
}

function smallestOf(index: number): number {
  if (index < countersPerDoubling) return index
  const doubling = Math.floor(index / countersPerDoubling) - 1
  return (countersPerDoubling + (index % countersPerDoubling)) * 2 ** doubling
}
