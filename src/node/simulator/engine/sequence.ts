// A request in the scheduler: its tokens, the number computed, and its KV blocks.
export type Sequence = {
  /** The prompt, followed by generated tokens. */
  readonly tokens: number[]
  readonly promptTokens: number
  /** Number of tokens whose keys and values are in the cache. */
  computedTokens: number
  /** Prompt tokens found in the prefix cache when first scheduled. */
  cachedTokens: number
  readonly blocks: number[]
  /** One per full block of `tokens`, computed as needed. */
  readonly blockHashes: number[]
  /** Number of `blocks` that are in the prefix cache. */
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

// A request in the engine, whether it generates text or only reads its prompt: its work, its times, and its end.
export interface EngineRequest {
  readonly sequence: Sequence
  readonly times: RequestTimes
  readonly maxTokens: number
  readonly completionTokens: number
  /** Called when all its tokens are computed, with the number of new tokens; returns the end of the request, if reached. */
  advance(tokens: number, nowMs: number): RequestEnding | null
  /** Called after a step, when everything it produced has been written. */
  flush(): void
}

export type RequestEnding = Readonly<{
  finishReason: 'stop' | 'length'
  promptTokens: number
  completionTokens: number
}>

/** Simulated times in milliseconds on the engine's clock; NaN until the event. */
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
