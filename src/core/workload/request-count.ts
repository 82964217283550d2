// How many requests come of the prompts asked for, and the way back; the two differ where requests hold several.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { clockedS } from '#core/model/benchmark/load-traits.ts'
import { datasetTraits } from '#core/model/benchmark/dataset-traits.ts'

/** 0 where every row of the dataset is sent: how many there are is not known yet. */
export function requestCount(config: BenchmarkConfig): number {
  const { each, apart } = promptsPerRequest(config)
  return Math.max(0, Math.ceil((config.numPrompts - apart) / each))
}

/** The prompts that make `requests` requests. */
export function promptsFor(requests: number, config: BenchmarkConfig): number {
  const { each, apart } = promptsPerRequest(config)
  return requests * each + apart
}

/** Beyond this, prompts of a run by the clock come again in their order: they are all in memory. */
const mostOfOneRun = 100_000

/** In a timed run, the number the rate is likely to send; repeated prompts would be in a prefix cache. */
export function promptsWanted(config: BenchmarkConfig): number {
  const { requestRate, numPrompts } = config
  const durationS = clockedS(config)
  if (durationS === null || requestRate === 'inf') return numPrompts
  return promptsFor(Math.min(mostOfOneRun, Math.ceil(requestRate * durationS)), config)
}

type PromptsPerRequest = Readonly<{
  each: number
  /** Counted as prompts, but not shared out: a query that every request repeats. */
  apart: number
}>

function promptsPerRequest(config: BenchmarkConfig): PromptsPerRequest {
  const { datasetName, randomBatchSize, noReranker } = config
  if (!datasetTraits[datasetName].takesBatchSize) return { each: 1, apart: 0 }
  return noReranker
    ? { each: Math.max(1, randomBatchSize - 1), apart: 1 }
    : { each: randomBatchSize, apart: 0 }
}
