// Rust's `StdRng` (crate rand 0.9: ChaCha with 12 rounds) seeded by `seed_from_u64`: same seed, same draws, to the last bit.
// vLLM's Rust client uses it for random prompts.

/** Words of one ChaCha block. */
const blockWords = 16
const doubleRounds = 6
/** "expand 32-byte k" */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]

export class RustStdRandom {
  readonly #input: Uint32Array
  readonly #block = new Uint32Array(blockWords)
  #used = blockWords

  /** `seed` is a non-negative safe integer. */
  constructor(seed: number) {
    this.#input = Uint32Array.from([...constants, ...keyOf(seed), 0, 0, 0, 0])
  }

  /** Uniform in [0, 1) with 53 random bits, as `random::<f64>()`. */
  double(): number {
    const low = this.#nextUint32()
    const high = this.#nextUint32()
    return (high * 2097152 + (low >>> 11)) / 9007199254740992
  }

  /** Uniform integer in [low, high], like `random_range(low..=high)` of `usize`; for 0 ≤ low ≤ high < 2^32 − 1. */
  integer(low: number, high: number): number {
    const range = high - low + 1
    const { high: drawn, low: rest } = wideProduct(this.#nextUint32(), range)
    // One more draw decides the few products near the end of the range (Canon's method).
    const isNearEnd = rest > 4294967296 - range
    if (!isNearEnd) return low + drawn
    const further = wideProduct(this.#nextUint32(), range).high
    return low + drawn + (rest + further > 0xffffffff ? 1 : 0)
  }

  #nextUint32(): number {
    if (this.#used === blockWords) this.#fillBlock()
    return this.#block[this.#used++] ?? 0
  }

  #fillBlock(): void {
    const input = this.#input
    const block = this.#block
    block.set(input)
    for (let round = 0; round < doubleRounds; round++) {
      for (let column = 0; column < 4; column++) {
        quarterRound(block, column, 4 + column, 8 + column, 12 + column)
      }
      for (let diagonal = 0; diagonal < 4; diagonal++) {
        quarterRound(
          block,
          diagonal,
          4 + ((diagonal + 1) % 4),
          8 + ((diagonal + 2) % 4),
          12 + ((diagonal + 3) % 4),
        )
      }
    }
    for (let word = 0; word < blockWords; word++) block[word] = at(block, word) + at(input, word)
    this.#used = 0
    // A block counter of 64 bits.
    input[12] = at(input, 12) + 1
    if (at(input, 12) === 0) input[13] = at(input, 13) + 1
  }
}

/** Eight words from a PCG32 that starts with the seed. */
function keyOf(seed: number): number[] {
  let state = BigInt(seed)
  return Array.from({ length: 8 }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 11634580027462260723n)
    const folded = Number(BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n))
    const turn = Number(state >> 59n)
    return ((folded >>> turn) | (folded << (-turn & 31))) >>> 0
  })
}

function quarterRound(block: Uint32Array, a: number, b: number, c: number, d: number): void {
  mix(block, { sum: a, addend: b, turned: d }, 16)
  mix(block, { sum: c, addend: d, turned: b }, 12)
  mix(block, { sum: a, addend: b, turned: d }, 8)
  mix(block, { sum: c, addend: d, turned: b }, 7)
}

type Places = Readonly<{ sum: number; addend: number; turned: number }>

function mix(block: Uint32Array, { sum, addend, turned }: Places, by: number): void {
  const added = (at(block, sum) + at(block, addend)) >>> 0
  const crossed = at(block, turned) ^ added
  block[sum] = added
  block[turned] = (crossed << by) | (crossed >>> (32 - by))
}

function at(words: Uint32Array, place: number): number {
  return words[place] ?? 0
}

/** 64-bit product of two 32-bit numbers, as two halves. */
function wideProduct(a: number, b: number): Readonly<{ high: number; low: number }> {
  const lower = a * (b & 0xffff)
  const upper = a * (b >>> 16) + Math.floor(lower / 65536)
  return { high: Math.floor(upper / 65536), low: Math.imul(a, b) >>> 0 }
}
