// What a simulated server should reach with a full batch, from the model alone; measurements can be held against it.
import type { Deployment } from './deployment.ts'
import { stepTimeMs } from './roofline.ts'

export type Lengths = Readonly<{ inputTokens: number; outputTokens: number }>

export type Capacity = Readonly<{
  /** Requests computed together. */
  concurrency: number
  stepMs: number
  requestsPerSecond: number
  outputTokensPerSecond: number
}>

/** The steady state: as many requests join each step as leave it. */
export function fullBatchCapacity(deployment: Deployment, lengths: Lengths): Capacity {
  const concurrency = largestBatch(deployment, lengths)
  const stepMs = steadyStepMs(deployment, { ...lengths, concurrency })
  const outputTokensPerSecond = (concurrency / stepMs) * 1000
  const requestsPerSecond = outputTokensPerSecond / lengths.outputTokens
  return { concurrency, stepMs, requestsPerSecond, outputTokensPerSecond }
}

function largestBatch(deployment: Deployment, { inputTokens, outputTokens }: Lengths): number {
  const fitting = Math.floor(deployment.kvCacheTokens / (inputTokens + outputTokens))
  return Math.max(1, Math.min(deployment.maxNumSeqs, fitting))
}

/** With `concurrency` requests always running, each joining with its whole prompt. */
function steadyStepMs(
  deployment: Deployment,
  { inputTokens, outputTokens, concurrency }: Lengths & Readonly<{ concurrency: number }>,
): number {
  const joining = concurrency / outputTokens
  const decoding = concurrency - joining
  const context = inputTokens + outputTokens / 2
  return stepTimeMs(deployment, {
    sequences: concurrency,
    newTokens: decoding + joining * inputTokens,
    contextTokens: decoding * context,
    attentionPairs: decoding * context + (joining * inputTokens * (inputTokens + 1)) / 2,
    draftSteps: 0,
  })
}

/** One token for each of `sequences` requests that have `context` tokens behind them. */
export function decodeStepMs(
  deployment: Deployment,
  { sequences, context }: Readonly<{ sequences: number; context: number }>,
): number {
  const contextTokens = sequences * context
  const attentionPairs = sequences * (context + 1)
  return stepTimeMs(deployment, {
    sequences,
    newTokens: sequences,
    contextTokens,
    attentionPairs,
    draftSteps: 0,
  })
}

/** A prompt alone on the server, in one step. */
export function prefillMs(deployment: Deployment, tokens: number): number {
  const attentionPairs = (tokens * (tokens + 1)) / 2
  return stepTimeMs(deployment, {
    sequences: 1,
    newTokens: tokens,
    contextTokens: 0,
    attentionPairs,
    draftSteps: 0,
  })
}
