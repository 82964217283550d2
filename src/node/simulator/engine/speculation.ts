// Speculative decoding: a small model drafts a few tokens ahead, and the large one keeps those it agrees with.
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export type Speculation = Readonly<{
  /** Number drafted per step for each decoding request. */
  tokens: number
  /** Probability that the model accepts a drafted token, given that it accepted those before it. */
  acceptance: number
}>

export class Speculator {
  readonly #acceptance: number
  readonly #random: SeededRandom
  drafts = 0
  draftTokens = 0
  /** By position in the draft. */
  readonly acceptedAtPosition: number[]

  constructor({ tokens, acceptance }: Speculation, seed: number) {
    this.#acceptance = acceptance
    this.#random = createSeededRandom(seed)
    this.acceptedAtPosition = new Array<number>(tokens).fill(0)
  }

  /** Number of accepted draft tokens. */
  verify(drafted: number): number {
    this.drafts++
    this.draftTokens += drafted
    let accepted = 0
    while (accepted < drafted && this.#random() < this.#acceptance) {
      this.acceptedAtPosition[accepted] = (this.acceptedAtPosition[accepted] ?? 0) + 1
      accepted++
    }
    return accepted
  }

  get acceptedTokens(): number {
    return this.acceptedAtPosition.reduce((sum, accepted) => sum + accepted, 0)
  }
}
