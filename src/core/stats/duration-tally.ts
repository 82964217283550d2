// Counts durations in whole microseconds instead of keeping them: exact statistics of hundreds of millions of gaps
// between tokens, in memory that does not grow with their number.
import type { Durations } from './durations.ts'
import { LongDurations } from './long-durations.ts'

const usPerS = 1e6
/** Each microsecond up to 4.2 s may have a counter of its own: 16 MB. */
const mostCounters = 2 ** 22
const fewestCounters = 2 ** 15
/** Counters are summed up in blocks, lest a search look at all of them. */
const blockSize = 2 ** 11

export class DurationTally implements Durations {
  /** One per microsecond, from 0; there are as many as the longest of the short durations needs. */
  #counters = new Uint32Array(fewestCounters)
  readonly #long = new LongDurations()
  #sumUs = 0
  count = 0
  /** How many short durations there are before each block; null while that is not known. */
  #before: Float64Array | null = null

  addAll(durationsUs: Uint32Array | Float64Array): void {
    let counters = this.#counters
    let sumUs = 0
    for (const duration of durationsUs) {
      const us = Math.round(duration)
      sumUs += us
      if (us >= counters.length) counters = this.#makeRoom(us)
      if (us < counters.length) counters[us] = (counters[us] ?? 0) + 1
      else this.#long.add(us)
    }
    this.#sumUs += sumUs
    this.count += durationsUs.length
    this.#before = null
  }

  get meanS(): number {
    return this.count === 0 ? 0 : this.#sumUs / usPerS / this.count
  }

  get deviationS(): number {
    if (this.count === 0) return 0
    const { meanS } = this
    let squares = 0
    for (const [us, count] of this.#long.counted()) squares += count * (us / usPerS - meanS) ** 2
    for (const [us, count] of this.#counters.entries()) {
      if (count > 0) squares += count * (us / usPerS - meanS) ** 2
    }
    return Math.sqrt(squares / this.count)
  }

  at(rank: number): number {
    const short = this.count - this.#long.count
    return (rank < short ? this.#shortAt(rank) : this.#long.at(rank - short)) / usPerS
  }

  countBelow(limitS: number): number {
    const limitUs = firstNotBelow(limitS)
    const block = Math.floor(limitUs / blockSize)
    const before = this.#beforeBlocks()[block]
    if (before === undefined) {
      return this.count - this.#long.count + this.#long.countBelow(limitUs)
    }
    return before + total(this.#counters.subarray(block * blockSize, limitUs))
  }

  /** The counters, more of them where this duration may still have one. */
  #makeRoom(us: number): Uint32Array<ArrayBuffer> {
    if (us >= mostCounters) return this.#counters
    const larger = new Uint32Array(2 ** Math.ceil(Math.log2(us + 1)))
    larger.set(this.#counters)
    this.#counters = larger
    return larger
  }

  #shortAt(rank: number): number {
    const before = this.#beforeBlocks()
    const block = before.findLastIndex((count) => count <= rank)
    let left = rank - (before[block] ?? 0)
    let us = block * blockSize
    while (left >= (this.#counters[us] ?? Infinity)) left -= this.#counters[us++] ?? 0
    return us
  }

  #beforeBlocks(): Float64Array {
    if (this.#before !== null) return this.#before
    let sum = 0
    this.#before = Float64Array.from({ length: this.#counters.length / blockSize }, (_, block) => {
      const before = sum
      sum += total(this.#counters.subarray(block * blockSize, (block + 1) * blockSize))
      return before
    })
    return this.#before
  }
}

/** The first whole number of microseconds that is not below so many seconds, by the division `at` does. */
function firstNotBelow(limitS: number): number {
  if (limitS === Infinity) return Infinity
  let us = Math.max(0, Math.ceil(limitS * usPerS))
  while (us > 0 && (us - 1) / usPerS >= limitS) us--
  while (us / usPerS < limitS) us++
  return us
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
