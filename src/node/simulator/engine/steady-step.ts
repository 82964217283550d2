// The mean duration of a step of a simulated server at a constant number of requests. Few steps read a prompt and most read
// none. A step is as slow as the slower of arithmetic and memory, so the mean duration is not the duration at the mean work.
import { binomialShare } from '#core/stats/certainty/distributions.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { stepTimeMs } from './roofline.ts'

export type Lengths = Readonly<{ inputTokens: number; outputTokens: number }>

export type SteadyLoad = Lengths & Readonly<{ concurrency: number }>

type PrefillShare = Readonly<{
  /** Steps to read a prompt, because a step computes a limited number of tokens. */
  parts: number
  /** Probability that a request is in prefill rather than decode in a step. */
  chance: number
}>

/** Prompt counts per step with a lower probability are ignored. */
const leastLikelihood = 1e-9

/** Mean duration of a step of the server. */
export function steadyStepMs(deployment: Deployment, running: SteadyLoad): number {
  return meanStepMs(deployment, running, running.concurrency)
}

/** Time per output token: the mean duration of the steps of a request in decode, which never waits for its own prompt. */
export function steadyTpotMs(deployment: Deployment, running: SteadyLoad): number {
  return meanStepMs(deployment, running, running.concurrency - 1)
}

/** Mean duration of a step in which each of `readers` may be in prefill. */
function meanStepMs(deployment: Deployment, running: SteadyLoad, readers: number): number {
  const { parts, chance } = readingOf(deployment, running)
  const trials = { trials: readers, chance }
  let meanMs = 0
  for (let prompts = 0; prompts <= readers; prompts++) {
    const likelihood = binomialShare(prompts, trials) - binomialShare(prompts - 1, trials)
    if (likelihood < leastLikelihood) continue
    meanMs += likelihood * stepWithMs(deployment, { ...running, prompts, parts })
  }
  return meanMs
}

/** Tokens of one request per step, counting the steps of its prefill. */
export function tokensPerStep(deployment: Deployment, running: SteadyLoad): number {
  const { parts } = readingOf(deployment, running)
  return running.outputTokens / (parts - 1 + running.outputTokens)
}

/** The step that reads the last part yields the first token, so only earlier steps are additional. */
function readingOf(
  { maxNumBatchedTokens }: Deployment,
  { inputTokens, outputTokens, concurrency }: SteadyLoad,
): PrefillShare {
  const room = Math.max(1, maxNumBatchedTokens - (concurrency - 1))
  const parts = Math.ceil(inputTokens / room)
  return { parts, chance: parts / (parts - 1 + outputTokens) }
}

/** Duration of a step with this number of prompts; each adds the average of its parts. */
function stepWithMs(
  deployment: Deployment,
  {
    inputTokens,
    outputTokens,
    concurrency,
    prompts,
    parts,
  }: SteadyLoad & Readonly<{ prompts: number; parts: number }>,
): number {
  const decoding = concurrency - prompts
  const context = inputTokens + outputTokens / 2
  const readTokens = (prompts * inputTokens) / parts
  const readBefore = (readTokens * (parts - 1)) / 2
  return stepTimeMs(deployment, {
    sequences: concurrency,
    newTokens: decoding + readTokens,
    contextTokens: decoding * context + readBefore,
    attentionPairs: decoding * context + (readTokens * (inputTokens + 1)) / 2,
    draftSteps: 0,
  })
}
