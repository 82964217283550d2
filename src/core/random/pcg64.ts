// numpy's `default_rng`: PCG64 (XSL-RR 128/64) seeded through SeedSequence. Generates the random prompts. 128-bit numbers are
// eight 16-bit limbs, low first, so that doubles represent every product exactly.
import { permutationOf } from './numpy-legacy.ts'

// numpy's SeedSequence: derives the requested number of well-mixed 32-bit words from an integer seed.
const poolSize = 4

/** `count` words for a non-negative safe integer seed. */
function seedSequenceWords(seed: number, count: number): number[] {
  const pool = mixedPool([seed >>> 0, Math.floor(seed / 4294967296), 0, 0])
  const hash = hasher(0x8b51f9dd, 0x58f38ded)
  return Array.from({ length: count }, (_, index) => hash(pool[index % poolSize] ?? 0))
}

function mixedPool(entropy: readonly number[]): number[] {
  const hash = hasher(0x43b0d7e5, 0x931e8875)
  const pool = entropy.map(hash)
  for (let source = 0; source < poolSize; source++) {
    for (let target = 0; target < poolSize; target++) {
      if (source !== target) pool[target] = mix(pool[target] ?? 0, hash(pool[source] ?? 0))
    }
  }
  return pool
}

/** A hash whose constant advances with every word. */
function hasher(initial: number, multiplier: number): (value: number) => number {
  let constant = initial
  return (value) => {
    const salted = value ^ constant
    constant = Math.imul(constant, multiplier)
    return fold(Math.imul(salted, constant))
  }
}

function mix(a: number, b: number): number {
  return fold(Math.imul(0xca01f9dd, a) - Math.imul(0x4973f715, b))
}

function fold(value: number): number {
  const word = value >>> 0
  return (word ^ (word >>> 16)) >>> 0
}

const limbCount = 8
const multiplier = limbsOf([0x9fccf645, 0x4385df64, 0x1fc65da4, 0x2360ed05])

export class Pcg64 {
  readonly #state: Float64Array
  readonly #increment: Float64Array
  /** A 64-bit draw serves two 32-bit draws; its high half is kept here. */
  #spareHalf: number | null = null

  constructor(seed: number) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = seedSequenceWords(seed, 8)
    this.#increment = limbsOf(oddStream([g, h, e, f]))
    this.#state = Float64Array.from(this.#increment)
    addInPlace(this.#state, limbsOf([c, d, a, b]))
    this.#step()
  }

  /** Uniform in [0, 1) with 53 random bits; leaves a kept half untouched. */
  double(): number {
    const { high, low } = this.#next64()
    return (high * 2097152 + (low >>> 11)) / 9007199254740992
  }

  /** Uniform integer in [low, high). A range of one draws nothing. */
  integer(low: number, high: number): number {
    return low + this.#upTo(high - low - 1)
  }

  integers(low: number, high: number, count: number): Float64Array {
    return Float64Array.from({ length: count }, () => this.integer(low, high))
  }

  /** Uniform bytes, four per 32-bit draw; discards the remainder of the last draw. */
  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    for (let index = 0; index < count; index += 4) {
      const drawn = this.#next32()
      for (let offset = 0; offset < 4; offset++) bytes[index + offset] = drawn >>> (8 * offset)
    }
    return bytes
  }

  /** One item, with probability proportional to its weight. */
  choice<T>(items: readonly T[], weights: readonly number[]): T {
    const sums = runningSums(weights)
    const total = sums.at(-1) ?? 0
    const drawn = this.double()
    const index = sums.findIndex((sum) => sum / total > drawn)
    const item = items[index]
    if (item === undefined) throw new RangeError('cannot choose where no weight is above 0')
    return item
  }

  /** The integers below `count` in random order. */
  permutation(count: number): Uint32Array {
    return permutationOf(count, () => this.#next32())
  }

  #upTo(largest: number): number {
    if (largest === 0) return 0
    if (largest < 0xffffffff) return this.#upTo32(largest)
    return largest === 0xffffffff ? this.#next32() : this.#upTo64(largest)
  }

  /** Lemire's multiply-and-shift; rejects values that would bias it. */
  #upTo32(largest: number): number {
    const bound = largest + 1
    const threshold = (0xffffffff - largest) % bound
    let drawn = this.#next32()
    while (Math.imul(drawn, bound) >>> 0 < threshold) drawn = this.#next32()
    return highProduct(drawn, bound)
  }

  /** Variant for 64 bits; ranges beyond 2^32 are rare enough for BigInt. */
  #upTo64(largest: number): number {
    const bound = BigInt(largest) + 1n
    const threshold = (2n ** 64n - bound) % bound
    let product = this.#nextBigInt() * bound
    while (BigInt.asUintN(64, product) < threshold) product = this.#nextBigInt() * bound
    return Number(product >> 64n)
  }

  #nextBigInt(): bigint {
    const { high, low } = this.#next64()
    return (BigInt(high) << 32n) | BigInt(low)
  }

  #next32(): number {
    if (this.#spareHalf !== null) {
      const spare = this.#spareHalf
      this.#spareHalf = null
      return spare
    }
    const { high, low } = this.#next64()
    this.#spareHalf = high
    return low
  }

  /** Folds the 128-bit state to 64 bits and rotates the result right by its top six bits. */
  #next64(): { high: number; low: number } {
    this.#step()
    const high = (word(this.#state, 3) ^ word(this.#state, 1)) >>> 0
    const low = (word(this.#state, 2) ^ word(this.#state, 0)) >>> 0
    return rotateRight(high, low, word(this.#state, 3) >>> 26)
  }

  #step(): void {
    multiplyInPlace(this.#state, multiplier)
    addInPlace(this.#state, this.#increment)
  }
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}

/** Four 32-bit words, low first, as limbs. */
function limbsOf(words: readonly number[]): Float64Array {
  return Float64Array.from(words.flatMap((value) => [value & 0xffff, value >>> 16]))
}

function word(limbs: Float64Array, position: number): number {
  return ((limbs[2 * position] ?? 0) | ((limbs[2 * position + 1] ?? 0) << 16)) >>> 0
}

/** Shifted left by one bit with the lowest bit set: a stream number becomes an odd increment. */
function oddStream(words: readonly number[]): number[] {
  return words.map((value, index) => {
    const carried = index === 0 ? 1 : (words[index - 1] ?? 0) >>> 31
    return ((value << 1) | carried) >>> 0
  })
}

function addInPlace(sum: Float64Array, added: Float64Array): void {
  let carry = 0
  for (let index = 0; index < limbCount; index++) {
    const total = (sum[index] ?? 0) + (added[index] ?? 0) + carry
    sum[index] = total & 0xffff
    carry = total >>> 16
  }
}

/** Scratch buffer of `multiplyInPlace`, reused so that a draw allocates nothing. */
const columns = new Float64Array(limbCount)

function multiplyInPlace(product: Float64Array, factor: Float64Array): void {
  columns.fill(0)
  for (let left = 0; left < limbCount; left++) {
    for (let right = 0; left + right < limbCount; right++) {
      columns[left + right] =
        (columns[left + right] ?? 0) + (product[left] ?? 0) * (factor[right] ?? 0)
    }
  }
  let carry = 0
  for (let index = 0; index < limbCount; index++) {
    const total = (columns[index] ?? 0) + carry
    carry = Math.floor(total / 65536)
    product[index] = total - carry * 65536
  }
}

/** Upper 32 bits of the 64-bit product of two 32-bit numbers. */
function highProduct(a: number, b: number): number {
  const lower = a * (b & 0xffff)
  const upper = a * (b >>> 16) + Math.floor(lower / 65536)
  return Math.floor(upper / 65536)
}

function rotateRight(high: number, low: number, count: number): { high: number; low: number } {
  const [first, second] = count < 32 ? [high, low] : [low, high]
  const shift = count & 31
  if (shift === 0) return { high: first, low: second }
  return {
    high: ((first >>> shift) | (second << (32 - shift))) >>> 0,
    low: ((second >>> shift) | (first << (32 - shift))) >>> 0,
  }
}
