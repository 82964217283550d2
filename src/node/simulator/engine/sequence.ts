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

// A request as the engine sees it, be it answered with text or only read: what it computes, when, and how it ends.
export interface EngineRequest {
  readonly sequence: Sequence
  readonly times: RequestTimes
  readonly maxTokens: number
  readonly completionTokens: number
  /** Called when all its tokens are computed, with the number that follow from that; the ending once there is one. */
  advance(tokens: number, nowMs: number): RequestEnding | null
  /** Called after a step, when everything it produced has been written. */
  flush(): void
}

export type RequestEnding = Readonly<{
  finishReason: 'stop' | 'length'
  promptTokens: number
  completionTokens: number
}>

/** Simulated times in milliseconds of the engine's clock; NaN until it happened. */
export type RequestTimes = {
  arrivedMs: number
  queuedMs: number
  scheduledMs: number
  firstTokenMs: number
  lastTokenMs: number
}

export function nothingHappenedYet(): RequestTimes {
  return { arrivedMs: NaN, queuedMs: NaN, scheduledMs: NaN, firstTokenMs: NaN, lastTokenMs: NaN }
}
