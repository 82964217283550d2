// The few durations that are too long to count by the microsecond: stored exactly up to a limit, rounded beyond it.
import { countBelow } from './durations.ts'

/** 32 MB of durations. */
const mostKept = 2 ** 22
/** Significant bits of a rounded duration, whose error is at most 1 part in 8192. */
const roundedBits = 12

type SortedCounts = Readonly<{
  /** Ascending and distinct. */
  valuesUs: Float64Array
  /** Number of durations up to and including each value. */
  upTo: Float64Array
}>

export class LongDurations {
  readonly #mostKept: number
  #keptUs = new Float64Array(256)
  #kept = 0
  #rounded: Map<number, number> | null = null
  #ordered: SortedCounts | null = null
  count = 0

  constructor(limit = mostKept) {
    this.#mostKept = limit
  }

  add(us: number): void {
    this.count++
    this.#ordered = null
    if (this.#rounded === null && this.#kept === this.#mostKept) this.#roundAll()
    if (this.#rounded === null) this.#keep(us)
    else countOne(this.#rounded, roundedUs(us))
  }

  /** Microseconds, ascending, from 0. */
  at(rank: number): number {
    const { valuesUs, upTo } = this.#order()
    return valuesUs[countBelow(upTo, rank + 1)] ?? 0
  }

  countBelow(limitUs: number): number {
    const { valuesUs, upTo } = this.#order()
    return upTo[countBelow(valuesUs, limitUs) - 1] ?? 0
  }

  /** Every value with its number of durations, ascending. */
  *counted(): Iterable<readonly [us: number, count: number]> {
    const { valuesUs, upTo } = this.#order()
    for (const [index, us] of valuesUs.entries()) {
      yield [us, (upTo[index] ?? 0) - (upTo[index - 1] ?? 0)]
    }
  }

  #keep(us: number): void {
    if (this.#kept === this.#keptUs.length) {
      const larger = new Float64Array(Math.min(2 * this.#kept, this.#mostKept))
      larger.set(this.#keptUs)
      this.#keptUs = larger
    }
    this.#keptUs[this.#kept++] = us
  }

  #roundAll(): void {
    const rounded = new Map<number, number>()
    for (const us of this.#keptUs.subarray(0, this.#kept)) countOne(rounded, roundedUs(us))
    this.#rounded = rounded
    this.#keptUs = new Float64Array()
  }

  #order(): SortedCounts {
    this.#ordered ??= orderedCounts(this.#rounded ?? this.#countKept())
    return this.#ordered
  }

  #countKept(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>()
    for (const us of this.#keptUs.subarray(0, this.#kept)) countOne(counts, us)
    return counts
  }
}

function roundedUs(us: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(us)) - roundedBits)
  return Math.round(us / step) * step
}

function countOne(counts: Map<number, number>, us: number): void {
  counts.set(us, (counts.get(us) ?? 0) + 1)
}

function orderedCounts(counts: ReadonlyMap<number, number>): SortedCounts {
  const valuesUs = Float64Array.from(counts.keys()).sort()
  let total = 0
  return { valuesUs, upTo: valuesUs.map((us) => (total += counts.get(us) ?? 0)) }
}
