// The mean time of a step of a simulated server at a constant number of requests. Few steps read a
// prompt and most read none; a step is as slow as the slower of arithmetic and memory, so the mean of the steps is not the
// step of the mean work.
import { binomialShare } from '#core/stats/certainty/distributions.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { stepTimeMs } from './roofline.ts'

export type Lengths = Readonly<{ inputTokens: number; outputTokens: number }>

export type Running = Lengths & Readonly<{ concurrency: number }>

type Reading = Readonly<{
  /** Steps it takes to read a prompt, because a step computes a limited number of tokens. */
  parts: number
  /** That a request is being read, not written, in a step. */
  chance: number
}>

/** Numbers of prompts in one step that come less often than this are left out. */
const leastLikelihood = 1e-9

/** As the server sees them. */
export function steadyStepMs(deployment: Deployment, running: Running): number {
  return meanStepMs(deployment, running, running.concurrency)
}

/** As a request sees them that is being written, which never waits for its own prompt: its time per output token. */
export function steadyTpotMs(deployment: Deployment, running: Running): number {
  return meanStepMs(deployment, running, running.concurrency - 1)
}

/** Where each of `readers` may be reading in a step. */
function meanStepMs(deployment: Deployment, running: Running, readers: number): number {
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

/** Tokens that one request is given per step, counting those in which its prompt is still being read. */
export function tokensPerStep(deployment: Deployment, running: Running): number {
  const { parts } = readingOf(deployment, running)
  return running.outputTokens / (parts - 1 + running.outputTokens)
}

/** The step that reads the last part gives the first token, so only those before it are on top. */
function readingOf(
  { maxNumBatchedTokens }: Deployment,
  { inputTokens, outputTokens, concurrency }: Running,
): Reading {
  const room = Math.max(1, maxNumBatchedTokens - (concurrency - 1))
  const parts = Math.ceil(inputTokens / room)
  return { parts, chance: parts / (parts - 1 + outputTokens) }
}

/** Each prompt adds the average of its parts. */
function stepWithMs(
  deployment: Deployment,
  {
    inputTokens,
    outputTokens,
    concurrency,
    prompts,
    parts,
  }: Running & Readonly<{ prompts: number; parts: number }>,
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
