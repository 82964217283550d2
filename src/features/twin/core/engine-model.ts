// The engine that a twin assumes: continuous batching in steps, whose duration is linear in the work of a step.

/** Seconds that each unit of the work of a step takes. */
export type StepCosts = Readonly<{
  /** A step that decodes, by itself. */
  alone: number
  perSequence: number
  perPromptToken: number
  /** A token of context that a decoding sequence reads. */
  perContextToken: number
  /** A step of prompts alone, by itself. */
  promptsAlone: number
  /** A thousand pairs of a prompt token and a token before it, which attention compares. */
  perThousandPairs: number
  /** A sequence or prompt token beyond `computeBoundFrom`. */
  perComputeBoundToken: number
}>

/** The number of these units in one step. */
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

/** Tokens of a step beyond those that it computes while it reads the weights. */
export function computeBoundTokens(tokens: number, computeBoundFrom: number): number {
  return Math.max(0, tokens - computeBoundFrom)
}

/** Thousands of pairs of the prompt tokens `from` to `to`, each with those before it. */
export function thousandPairs(from: number, to: number): number {
  return ((to - from) * (from + to)) / 2000
}

export const engineLimitNames = ['maxNumSeqs', 'maxNumBatchedTokens', 'kvCacheTokens'] as const

/** Infinity for a limit that is not known or does not exist. */
export type EngineLimits = Readonly<Record<(typeof engineLimitNames)[number], number>>

/**
 * `mixed`: a step decodes and computes parts of prompts, within a limit of tokens. `mixed-apart`: the limit counts prompt tokens
 * alone, as SGLang's `--chunked-prefill-size` does. `prompts-first`: whole prompts get a step of their own.
 */
export const schedulingPolicies = ['mixed', 'mixed-apart', 'prompts-first'] as const

export type SchedulingPolicy = (typeof schedulingPolicies)[number]

/** Prompt tokens that a step may compute while this many sequences decode. */
export function promptBudget(policy: SchedulingPolicy, limit: number, decoding: number): number {
  return Math.max(1, policy === 'mixed' ? limit - decoding : limit)
}

export type EngineModel = Readonly<{
  costs: StepCosts
  /** Tokens that a step computes in the time in which it reads the weights (Williams et al. 2009); Infinity if none were more. */
  computeBoundFrom: number
  limits: EngineLimits
  policy: SchedulingPolicy
  /** Seconds that every first token takes besides queueing and steps: network, HTTP, tokenizer. */
  overheadS: number
  /** Standard deviation of the logarithm of a step, and the share of a deviation that the next step keeps. */
  noise: Readonly<{ deviation: number; memory: number }>
}>

export type RequestLengths = Readonly<{
  promptTokens: number
  /** Part of the prompt that the engine computes: not found in its prefix cache. */
  computedTokens: number
  outputTokens: number
}>
