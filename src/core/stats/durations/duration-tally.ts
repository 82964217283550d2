// Counts durations in whole microseconds instead of storing them: exact statistics of hundreds of millions of gaps between
// tokens, in memory that does not grow with their number.
import { sum } from '#core/base/spread.ts'
import type { Durations } from './durations.ts'
import { LongDurations } from './long-durations.ts'

const usPerS = 1e6
/** Each microsecond up to 4.2 s may have its own counter: 16 MB. */
const mostBlocks = 2 ** 11
const blockBits = 11
const blockSize = 2 ** blockBits
const unused = new Uint32Array()

export class DurationTally implements Durations {
  /** Counters of 2,048 consecutive microseconds each, allocated when the first of these durations is counted. */
  readonly #blocks = new Array<Uint32Array>(mostBlocks).fill(unused)
  readonly #long = new LongDurations()
  #sumUs = 0
  count = 0
  /** Number of short durations before each block; null until computed. */
  #before: Float64Array | null = null

  addAll(durationsUs: Uint32Array | Float64Array): void {
    if (durationsUs instanceof Uint32Array) this.#addWhole(durationsUs)
    else for (const duration of durationsUs) this.#add(Math.round(duration))
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
    for (const [number, block] of this.#blocks.entries()) {
      const startUs = number * blockSize
      for (let i = 0; i < block.length; i++) {
        const count = block[i] ?? 0
        if (count > 0) squares += count * ((startUs + i) / usPerS - meanS) ** 2
      }
    }
    return Math.sqrt(squares / this.count)
  }

  at(rank: number): number {
    const short = this.count - this.#long.count
    return (rank < short ? this.#shortAt(rank) : this.#long.at(rank - short)) / usPerS
  }

  countBelow(limitS: number): number {
    const limitUs = firstNotBelow(limitS)
    const number = Math.floor(limitUs / blockSize)
    const block = this.#blocks[number]
    const before = this.#beforeBlocks()[number]
    if (block === undefined || before === undefined) {
      return this.count - this.#long.count + this.#long.countBelow(limitUs)
    }
    return before + sum(block.subarray(0, limitUs - number * blockSize))
  }

  #addWhole(durationsUs: Uint32Array): void {
    const blocks = this.#blocks
    let sumUs = 0
    for (let i = 0; i < durationsUs.length; i++) {
      const us = durationsUs[i] ?? 0
      const block = blocks[us >>> blockBits] ?? unused
      if (block === unused) {
        this.#add(us)
      } else {
        sumUs += us
        const place = us & (blockSize - 1)
        block[place] = (block[place] ?? 0) + 1
      }
    }
    this.#sumUs += sumUs
  }

  #add(us: number): void {
    this.#sumUs += us
    const number = Math.floor(us / blockSize)
    if (number >= mostBlocks) return this.#long.add(us)
    if (this.#blocks[number] === unused) this.#blocks[number] = new Uint32Array(blockSize)
    const block = this.#blocks[number] ?? unused
    const place = us - number * blockSize
    block[place] = (block[place] ?? 0) + 1
  }

  #shortAt(rank: number): number {
    const before = this.#beforeBlocks()
    const number = before.findLastIndex((count) => count <= rank)
    const block = this.#blocks[number] ?? unused
    let left = rank - (before[number] ?? 0)
    let place = 0
    while (left >= (block[place] ?? Infinity)) left -= block[place++] ?? 0
    return number * blockSize + place
  }

  #beforeBlocks(): Float64Array {
    if (this.#before !== null) return this.#before
    let upTo = 0
    this.#before = Float64Array.from(this.#blocks, (block) => {
      const before = upTo
      upTo += sum(block)
      return before
    })
    return this.#before
  }
}

/** First whole number of microseconds not below this number of seconds, by the division that `at` uses. */
function firstNotBelow(limitS: number): number {
  if (limitS === Infinity) return Infinity
  let us = Math.max(0, Math.ceil(limitS * usPerS))
  while (us > 0 && (us - 1) / usPerS >= limitS) us--
  while (us / usPerS < limitS) us++
  return us
}
