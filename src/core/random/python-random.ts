// CPython's `random.Random` for integer seeds: same seed, same draws, to the last bit.
import { Mt19937 } from './mt19937.ts'

export class PythonRandom {
  #source: Mt19937

  constructor(seed: number) {
    this.#source = sourceOf(seed)
  }

  /** Resets it to the state of a new generator. */
  reseed(seed: number): void {
    this.#source = sourceOf(seed)
  }

  /** Uniform in [0, 1). */
  random(): number {
    return this.#source.nextDouble()
  }

  /** Uniform integer in [0, bound), for 1 ≤ bound < 2^32. */
  below(bound: number): number {
    if (bound < 1 || bound > 0xffffffff) throw new RangeError(`cannot draw below ${bound}`)
    const unusedBits = Math.clz32(bound)
    let drawn = this.#source.nextUint32() >>> unusedBits
    while (drawn >= bound) drawn = this.#source.nextUint32() >>> unusedBits
    return drawn
  }

  /** Uniform integer in [low, high], both included. */
  randint(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** One element of a non-empty list. */
  choice<T>(items: readonly T[]): T {
    return pick(items, this.below(items.length))
  }

  /** `count` elements with replacement. */
  choices<T>(items: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () =>
      pick(items, Math.floor(this.random() * items.length)),
    )
  }

  /** `count` elements without replacement, in the order drawn. */
  sample<T>(items: readonly T[], count: number): T[] {
    return items.length <= poolLimit(count)
      ? this.#sampleFromPool(items, count)
      : this.#sampleBySet(items, count)
  }

  /** Shuffles in place. */
  shuffle(items: unknown[]): void {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1)
      const moved = items[last]
      items[last] = items[other]
      items[other] = moved
    }
  }

  #sampleFromPool<T>(items: readonly T[], count: number): T[] {
    const pool = [...items]
    return Array.from({ length: count }, (_, taken) => {
      const position = this.below(pool.length - taken)
      const drawn = pick(pool, position)
      pool[position] = pick(pool, pool.length - taken - 1)
      return drawn
    })
  }

  #sampleBySet<T>(items: readonly T[], count: number): T[] {
    const positions = new Set<number>()
    while (positions.size < count) positions.add(this.below(items.length))
    return [...positions].map((position) => pick(items, position))
  }
}

/** Populations up to this size are copied and drawn from; for larger ones, drawn indices are remembered. */
function poolLimit(count: number): number {
  return count > 5 ? 21 + 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 21
}

function pick<T>(items: readonly T[], position: number): T {
  const item = items[position]
  if (item === undefined) throw new RangeError('cannot draw from an empty list')
  return item
}

function sourceOf(seed: number): Mt19937 {
  return Mt19937.fromKey(wordsOf(Math.abs(seed)))
}

function wordsOf(seed: number): number[] {
  const high = Math.floor(seed / 4294967296)
  return high === 0 ? [seed >>> 0] : [seed >>> 0, high]
}
