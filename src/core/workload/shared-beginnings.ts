// Block ids of recorded prompts: prompts with a common prefix have a common prefix of ids. Ids are numbered in the
// order of first use, so they reveal nothing about the text.

export type PromptText = Readonly<{ text: string; tokens: number }>

/** Returns a digest of `text` chained to the digest `before`. */
export type ChainedDigest = (before: string, text: string) => string

/** Texts are compared in steps of this many characters. */
const stepLength = 64
/** Number of remembered prefixes; the oldest are dropped first. */
const mostBeginnings = 1_000_000

type KnownPrefix = Readonly<{ ids: readonly number[]; length: number; tokens: number }>

export class SharedBeginnings {
  readonly #digest: ChainedDigest
  readonly #blockTokens: number
  readonly #known = new Map<string, KnownPrefix>()
  #nextId = 0

  constructor(digest: ChainedDigest, blockTokens: number) {
    this.#digest = digest
    this.#blockTokens = blockTokens
  }

  /** One id for each block of `blockTokens` tokens; the last block may be shorter. */
  idsOf({ text, tokens }: PromptText): readonly number[] {
    const steps = this.#stepsOf(text)
    const at = steps.findLastIndex((step) => this.#known.has(step))
    const earlier = this.#known.get(steps[at] ?? '')
    const length = Math.min(text.length, (at + 1) * stepLength)
    const shared = earlier === undefined ? [] : this.#sharedIds(earlier, { text, tokens, length })
    const blocks = Math.max(1, Math.ceil(tokens / this.#blockTokens))
    const fresh = Array.from({ length: blocks - shared.length }, () => this.#nextId++)
    const ids = [...shared, ...fresh]
    for (const step of steps) this.#remember(step, { ids, length: text.length, tokens })
    return ids
  }

  /** Ids of the whole blocks within the shared text. Both prompts give a token count for it; the smaller one is used. */
  #sharedIds(
    earlier: KnownPrefix,
    { text, tokens, length }: PromptText & Readonly<{ length: number }>,
  ): readonly number[] {
    const sharedTokens = Math.min(
      (length / Math.max(1, text.length)) * tokens,
      (length / Math.max(1, earlier.length)) * earlier.tokens,
    )
    return earlier.ids.slice(0, Math.floor(sharedTokens / this.#blockTokens))
  }

  #stepsOf(text: string): readonly string[] {
    let chain = ''
    return Array.from({ length: Math.ceil(text.length / stepLength) }, (_, step) => {
      chain = this.#digest(chain, text.slice(step * stepLength, (step + 1) * stepLength))
      return chain
    })
  }

  /** Stores the first prompt of a prefix, because the ids of all later prompts begin with its ids. */
  #remember(step: string, known: KnownPrefix): void {
    if (this.#known.has(step)) return
    this.#known.set(step, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostBeginnings && oldest !== undefined) this.#known.delete(oldest)
  }
}
