// numpy's legacy `RandomState`: the same seed gives the same draws, including shuffles. Used for arrival gaps.
import { Mt19937 } from './mt19937.ts'

export class NumpyRandomState {
  readonly #source: Mt19937
  /** Second deviate of a pair, because the polar method generates two at a time. */
  #spareGaussian: number | null = null

  /** `seed` is an integer from 0 to 2^32 − 1, as in numpy. */
  constructor(seed: number) {
    this.#source = Mt19937.fromInteger(seed)
  }

  /** Uniform in [0, 1). */
  double(): number {
    return this.#source.nextDouble()
  }

  exponential(scale: number): number {
    return scale * this.#standardExponential()
  }

  /** Standard normal deviate. */
  gaussian(): number {
    if (this.#spareGaussian !== null) {
      const spare = this.#spareGaussian
      this.#spareGaussian = null
      return spare
    }
    return this.#gaussianPair()
  }

  gamma(shape: number, scale: number): number {
    return scale * this.#standardGamma(shape)
  }

  /** Uniform integer in [low, high), for ranges up to 2^32. A range of one draws nothing. */
  randint(low: number, high: number): number {
    return low + drawUpTo(high - low - 1, () => this.#source.nextUint32())
  }

  randintArray(low: number, high: number, count: number): Uint32Array {
    return Uint32Array.from({ length: count }, () => this.randint(low, high))
  }

  /** The integers below `count` in random order. */
  permutation(count: number): Uint32Array {
    return permutationOf(count, () => this.#source.nextUint32())
  }

  #standardExponential(): number {
    return -Math.log(1 - this.double())
  }

  #gaussianPair(): number {
    for (;;) {
      const x = 2 * this.double() - 1
      const y = 2 * this.double() - 1
      const squared = x * x + y * y
      if (squared < 1 && squared !== 0) {
        const factor = Math.sqrt((-2 * Math.log(squared)) / squared)
        this.#spareGaussian = factor * x
        return factor * y
      }
    }
  }

  #standardGamma(shape: number): number {
    if (shape === 1) return this.#standardExponential()
    return shape < 1 ? this.#gammaBelowOne(shape) : this.#gammaAboveOne(shape)
  }

  /** Rejection method of Ahrens and Dieter. */
  #gammaBelowOne(shape: number): number {
    for (;;) {
      const uniform = this.double()
      const bound = this.#standardExponential()
      if (uniform <= 1 - shape) {
        const candidate = uniform ** (1 / shape)
        if (candidate <= bound) return candidate
      } else {
        const excess = -Math.log((1 - uniform) / shape)
        const candidate = (1 - shape + shape * excess) ** (1 / shape)
        if (candidate <= bound + excess) return candidate
      }
    }
  }

  /** Rejection method of Marsaglia and Tsang. */
  #gammaAboveOne(shape: number): number {
    const b = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * b)
    for (;;) {
      let deviate = this.gaussian()
      while (1 + c * deviate <= 0) deviate = this.gaussian()
      const root = 1 + c * deviate
      const cubed = root * root * root
      const uniform = this.double()
      const squared = deviate * deviate
      if (uniform < 1 - 0.0331 * squared * squared) return b * cubed
      if (Math.log(uniform) < 0.5 * squared + b * (1 - cubed + Math.log(cubed))) return b * cubed
    }
  }
}

/**
 * Uniform in [0, largest], as numpy's old and new generators shuffle: words are masked to the fewest sufficient bits
 * and redrawn while too large. A range of one draws nothing.
 */
function drawUpTo(largest: number, nextUint32: () => number): number {
  if (largest === 0) return 0
  const mask = 0xffffffff >>> Math.clz32(largest)
  let drawn = (nextUint32() & mask) >>> 0
  while (drawn > largest) drawn = (nextUint32() & mask) >>> 0
  return drawn
}

/** The integers below `count` in random order. */
export function permutationOf(count: number, nextUint32: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = drawUpTo(last, nextUint32)
    const moved = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = moved
  }
  return order
}
