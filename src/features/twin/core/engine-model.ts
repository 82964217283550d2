// The engine that a twin assumes: continuous batching in steps whose duration is linear in their work.

/** Seconds per unit of work in a step. */
export type StepCosts = Readonly<{
  /** A step that decodes: its fixed cost. */
  alone: number
  perSequence: number
  perPromptToken: number
  /** A token of context read by a decoding sequence. */
  perContextToken: number
  /** A step with prompts only: its fixed cost. */
  promptsAlone: number
  /** A thousand pairs of a prompt token and an earlier token, which attention compares. */
  perThousandPairs: number
  /** A sequence or prompt token above `computeBoundFrom`. */
  perComputeBoundToken: number
}>

/** Number of these units in one step. */
export type StepWork = Readonly<Record<keyof StepCosts, number>>

export const costNames = [
  'alone',
  'perSequence',
  'perPromptToken',
  'perContextToken',
  'promptsAlone',
  'perThousandPairs',
  'perComputeBoundToken',
] as const satisfies readonly (keyof StepCosts)[]

/** Seconds. */
export function stepS(costs: StepCosts, work: StepWork): number {
  return (
    costs.alone * work.alone +
    costs.perSequence * work.perSequence +
    costs.perPromptToken * work.perPromptToken +
    costs.perContextToken * work.perContextToken +
    costs.promptsAlone * work.promptsAlone +
    costs.perThousandPairs * work.perThousandPairs +
    costs.perComputeBoundToken * work.perComputeBoundToken
  )
}

/** Tokens of a step beyond those that it computes while reading the weights. */
export function computeBoundTokens(tokens: number, computeBoundFrom: number): number {
  return Math.max(0, tokens - computeBoundFrom)
}

/** Thousands of pairs of the prompt tokens `from` to `to`, each with all earlier ones. */
export function thousandPairs(from: number, to: number): number {
  return ((to - from) * (from + to)) / 2000
}

export const engineLimitNames = ['maxNumSeqs', 'maxNumBatchedTokens', 'kvCacheTokens'] as const

/** Infinity for a limit that is unknown or does not exist. */
export type EngineLimits = Readonly<Record<(typeof engineLimitNames)[number], number>>

/**
 * `mixed`: a step decodes and computes parts of prompts, within a limit of tokens. `mixed-apart`: the limit counts only prompt
 * tokens, like SGLang's `--chunked-prefill-size`. `prompts-first`: whole prompts get a separate step.
 */
export const schedulingPolicies = ['mixed', 'mixed-apart', 'prompts-first'] as const

export type SchedulingPolicy = (typeof schedulingPolicies)[number]

/** Prompt tokens that a step may compute while this many sequences decode. */
export function promptBudget(policy: SchedulingPolicy, limit: number, decoding: number): number {
  return Math.max(1, policy === 'mixed' ? limit - decoding : limit)
}

export type EngineModel = Readonly<{
  costs: StepCosts
  /** Tokens that a step computes while reading the weights (Williams et al. 2009); Infinity if no step had more. */
  computeBoundFrom: number
  limits: EngineLimits
  policy: SchedulingPolicy
  /** Seconds of every first token besides queueing and steps: network, HTTP, tokenizer. */
  overheadS: number
  /** Standard deviation of the logarithm of a step, and its autocorrelation from one step to the next. */
  noise: Readonly<{ deviation: number; memory: number }>
}>

export type RequestLengths = Readonly<{
  promptTokens: number
  /** Part of the prompt that the engine computes: not found in its prefix cache. */
  computedTokens: number
  outputTokens: number
}>
