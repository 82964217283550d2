// A request as the scheduler sees it: tokens, how many of them are computed, and the KV blocks that hold them.

export type Sequence = {
  /** The prompt, then what was generated. */
  readonly tokens: number[]
  readonly promptTokens: number
  /** Tokens whose keys and values are in the cache. */
  computedTokens: number
  /** Those of the prompt that were found in the prefix cache when first scheduled. */
  cachedTokens: number
  readonly blocks: number[]
  /** One per full block of `tokens`, as far as they were needed. */
  readonly blockHashes: number[]
  /** How many of `blocks` the prefix cache knows. */
  sharedBlocks: number
  state: 'waiting' | 'running' | 'finished'
  preemptions: number
}

export function createSequence(prompt: readonly number[]): Sequence {
  return {
    tokens: [...prompt],
    promptTokens: prompt.length,
    computedTokens: 0,
    cachedTokens: 0,
    blocks: [],
    blockHashes: [],
    sharedBlocks: 0,
    state: 'waiting',
    preemptions: 0,
  }
}
