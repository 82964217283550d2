// The vectors and scores of a simulated model. They mean nothing; the same text always gets the same ones.
import { createSeededRandom, drawNormal, hashTokens, spreadSeed } from '../engine/seeded-random.ts'

/** Numbers, and their JSON text, because formatting thousands of them for each response is slow. */
export type Vector = Readonly<{ numbers: Float32Array; texts: readonly string[] }>

/** Draws random numbers once; each vector is a consecutive range of them. */
export class VectorStore {
  readonly width: number
  readonly #seed: number
  readonly #numbers: Float32Array
  readonly #texts: readonly string[]

  constructor(width: number, serverSeed: number) {
    this.width = width
    this.#seed = spreadSeed(serverSeed)
    const random = createSeededRandom(serverSeed)
    // Vectors have a length of about 1, like normalised ones.
    const draw = () => drawNormal(random) / Math.sqrt(width)
    this.#numbers = Float32Array.from({ length: 2 * width }, draw)
    this.#texts = Array.from(this.#numbers, String)
  }

  vectorOf(tokens: readonly number[], dimensions = this.width): Vector {
    const start = hashTokens(tokens, this.#seed) % this.width
    const end = start + dimensions
    return { numbers: this.#numbers.subarray(start, end), texts: this.#texts.slice(start, end) }
  }

  /** Score between 0 and 1. */
  scoreOf(tokens: readonly number[]): number {
    return createSeededRandom(hashTokens(tokens, this.#seed))()
  }
}
