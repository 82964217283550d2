// Mersenne Twister MT19937, the 32-bit generator of both CPython's `random` and numpy's RandomState. They differ only in how a
// seed fills the state.

const stateSize = 624
const shiftSize = 397

export class Mt19937 {
  readonly #state: Uint32Array
  #position = stateSize

  private constructor(state: Uint32Array) {
    this.#state = state
  }

  /** numpy's seeding: spreads the seed (below 2^32) by a linear recurrence. */
  static fromInteger(seed: number): Mt19937 {
    return new Mt19937(spread(seed))
  }

  /** CPython's seeding: mixes a key of 32-bit words into a fixed state. */
  static fromKey(key: readonly number[]): Mt19937 {
    return new Mt19937(mixKey(spread(19650218), key))
  }

  nextUint32(): number {
    if (this.#position === stateSize) {
      regenerate(this.#state)
      this.#position = 0
    }
    return temper(this.#state[this.#position++] ?? 0)
  }

  /** Uniform in [0, 1) with 53 random bits, from two words. */
  nextDouble(): number {
    const high = this.nextUint32() >>> 5
    const low = this.nextUint32() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }
}

function spread(seed: number): Uint32Array {
  const state = new Uint32Array(stateSize)
  let previous = seed >>> 0
  state[0] = previous
  for (let index = 1; index < stateSize; index++) {
    previous = (Math.imul(1812433253, previous ^ (previous >>> 30)) + index) >>> 0
    state[index] = previous
  }
  return state
}

function mixKey(state: Uint32Array, key: readonly number[]): Uint32Array {
  let position = 1
  let previous = state[0] ?? 0
  const mixNext = (multiplier: number, added: number): void => {
    const mixed = (state[position] ?? 0) ^ Math.imul(previous ^ (previous >>> 30), multiplier)
    previous = (mixed + added) >>> 0
    state[position] = previous
    position += 1
    if (position === stateSize) {
      state[0] = previous
      position = 1
    }
  }
  for (let step = 0; step < Math.max(stateSize, key.length); step++) {
    const keyIndex = step % key.length
    mixNext(1664525, (key[keyIndex] ?? 0) + keyIndex)
  }
  for (let step = 1; step < stateSize; step++) mixNext(1566083941, -position)
  state[0] = 0x80000000
  return state
}

function regenerate(state: Uint32Array): void {
  for (let index = 0; index < stateSize; index++) {
    const upper = (state[index] ?? 0) & 0x80000000
    const lower = (state[(index + 1) % stateSize] ?? 0) & 0x7fffffff
    const joined = upper | lower
    const twisted = (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0)
    state[index] = (state[(index + shiftSize) % stateSize] ?? 0) ^ twisted
  }
}

function temper(word: number): number {
  let value = word
  value ^= value >>> 11
  value ^= (value << 7) & 0x9d2c5680
  value ^= (value << 15) & 0xefc60000
  value ^= value >>> 18
  return value >>> 0
}
