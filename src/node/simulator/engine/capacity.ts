// True capacity of a simulated server, computed from its model alone, to compare measurements with. In the steady state as many
// requests join as end, so the work and time of a step follow from the number of running requests.
import type { Deployment } from '../presets/gpu-presets.ts'
import { stepTimeMs } from './roofline.ts'
import {
  type Lengths,
  type SteadyLoad,
  steadyStepMs,
  steadyTpotMs,
  tokensPerStep,
} from './steady-step.ts'

export type Capacity = Readonly<{
  /** Number of requests in the batch. */
  concurrency: number
  stepMs: number
  requestsPerSecond: number
  outputTokensPerSecond: number
}>

/** Capacity of a full batch. A higher rate builds a queue, so that a TTFT limit breaks here. */
export function fullBatchCapacity(deployment: Deployment, lengths: Lengths): Capacity {
  return capacityAt(deployment, { ...lengths, concurrency: largestBatch(deployment, lengths) })
}

/** Capacity with the most requests whose mean time per output token is within a limit. Null if one request exceeds it. */
export function capacityWithinTpot(
  deployment: Deployment,
  { mostTpotMs, ...lengths }: Lengths & Readonly<{ mostTpotMs: number }>,
): Capacity | null {
  const fits = (concurrency: number) =>
    steadyTpotMs(deployment, { ...lengths, concurrency }) <= mostTpotMs
  let [fitting, beyond] = [0, largestBatch(deployment, lengths) + 1]
  while (beyond - fitting > 1) {
    const middle = (fitting + beyond) >> 1
    if (fits(middle)) fitting = middle
    else beyond = middle
  }
  return fitting === 0 ? null : capacityAt(deployment, { ...lengths, concurrency: fitting })
}

function capacityAt(deployment: Deployment, { concurrency, ...lengths }: SteadyLoad): Capacity {
  const stepMs = steadyStepMs(deployment, { ...lengths, concurrency })
  const perStep = concurrency * tokensPerStep(deployment, { ...lengths, concurrency })
  const outputTokensPerSecond = (perStep / stepMs) * 1000
  const requestsPerSecond = outputTokensPerSecond / lengths.outputTokens
  return { concurrency, stepMs, requestsPerSecond, outputTokensPerSecond }
}

/** Largest batch under the limits of requests, KV cache, and tokens per step. */
function largestBatch(deployment: Deployment, { inputTokens, outputTokens }: Lengths): number {
  const { kvCacheTokens, maxNumSeqs, maxNumBatchedTokens } = deployment
  const kept = Math.floor(kvCacheTokens / (inputTokens + outputTokens))
  const computedPerToken = (inputTokens + outputTokens - 1) / outputTokens
  const computed = Math.floor(maxNumBatchedTokens / computedPerToken)
  return Math.max(1, Math.min(maxNumSeqs, kept, computed))
}

/** Time of a step with one token for each of `sequences` requests with `context` tokens each. */
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

/** Time to prefill one prompt on an idle server, in one step. */
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
