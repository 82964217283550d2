// Speculative decoding: a small model drafts a few tokens ahead, the large one keeps those it agrees with.
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export type Speculation = Readonly<{
  /** Drafted in each step for each request that decodes. */
  tokens: number
  /** Chance that the model agrees with a drafted token, once it has agreed with those before it. */
  acceptance: number
}>

export class Speculator {
  readonly #acceptance: number
  readonly #random: SeededRandom
  drafts = 0
  draftTokens = 0
  /** By their position in the draft. */
  readonly acceptedAtPosition: number[]

  constructor({ tokens, acceptance }: Speculation, seed: number) {
    this.#acceptance = acceptance
    this.#random = createSeededRandom(seed)
    this.acceptedAtPosition = new Array<number>(tokens).fill(0)
  }

  /** How many tokens of a draft are kept. */
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
