// What a simulated server can truly do, from its model alone; measurements can be compared with it. In the steady state
// as many requests join as leave, so what steps have to do, and with it their time, follows from how many run.
import type { Deployment } from '../presets/gpu-presets.ts'
import { stepTimeMs } from './roofline.ts'
import {
  type Lengths,
  type Running,
  steadyStepMs,
  steadyTpotMs,
  tokensPerStep,
} from './steady-step.ts'

export type Capacity = Readonly<{
  /** Requests computed together. */
  concurrency: number
  stepMs: number
  requestsPerSecond: number
  outputTokensPerSecond: number
}>

/** More requests than this a second pile up: where TTFT has a limit, it breaks here. */
export function fullBatchCapacity(deployment: Deployment, lengths: Lengths): Capacity {
  return capacityAt(deployment, { ...lengths, concurrency: largestBatch(deployment, lengths) })
}

/**
 * The same with as many requests as leave the mean time per output token within a limit. Null where not even one keeps
 * to it.
 */
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

function capacityAt(deployment: Deployment, { concurrency, ...lengths }: Running): Capacity {
  const stepMs = steadyStepMs(deployment, { ...lengths, concurrency })
  const perStep = concurrency * tokensPerStep(deployment, { ...lengths, concurrency })
  const outputTokensPerSecond = (perStep / stepMs) * 1000
  const requestsPerSecond = outputTokensPerSecond / lengths.outputTokens
  return { concurrency, stepMs, requestsPerSecond, outputTokensPerSecond }
}

/** Bounded by the limit on requests, by the KV cache, and by the tokens one step may compute. */
function largestBatch(deployment: Deployment, { inputTokens, outputTokens }: Lengths): number {
  const { kvCacheTokens, maxNumSeqs, maxNumBatchedTokens } = deployment
  const kept = Math.floor(kvCacheTokens / (inputTokens + outputTokens))
  const computedPerToken = (inputTokens + outputTokens - 1) / outputTokens
  const computed = Math.floor(maxNumBatchedTokens / computedPerToken)
  return Math.max(1, Math.min(maxNumSeqs, kept, computed))
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
