// The vectors and scores a simulated model reads off a text. They mean nothing; the same text gets the same each time.
import { createSeededRandom, drawNormal, hashTokens, spreadSeed } from '../engine/seeded-random.ts'

/** Numbers as they are, and as they stand in JSON: to write thousands of them out for each answer takes too long. */
export type Vector = Readonly<{ numbers: Float32Array; texts: readonly string[] }>

/** Draws its numbers once; a vector is as many of them in a row as the model is wide. */
export class VectorStore {
  readonly width: number
  readonly #seed: number
  readonly #numbers: Float32Array
  readonly #texts: readonly string[]

  constructor(width: number, serverSeed: number) {
    this.width = width
    this.#seed = spreadSeed(serverSeed)
    const random = createSeededRandom(serverSeed)
    // Of length about 1, as normalised vectors are.
    const draw = () => drawNormal(random) / Math.sqrt(width)
    this.#numbers = Float32Array.from({ length: 2 * width }, draw)
    this.#texts = Array.from(this.#numbers, String)
  }

  vectorOf(tokens: readonly number[], dimensions = this.width): Vector {
    const start = hashTokens(tokens, this.#seed) % this.width
    const end = start + dimensions
    return { numbers: this.#numbers.subarray(start, end), texts: this.#texts.slice(start, end) }
  }

  /** Between 0 and 1. */
  scoreOf(tokens: readonly number[]): number {
    return createSeededRandom(hashTokens(tokens, this.#seed))()
  }
}
