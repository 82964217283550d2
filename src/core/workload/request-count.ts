// Converts between prompts and requests, whose numbers differ if requests contain several prompts.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { clockedS } from '#core/traits/load-traits.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'

/** 0 if every row of the dataset is sent, because the number of rows is not known yet. */
export function requestCount(config: BenchmarkConfig): number {
  const { each, apart } = promptsPerRequest(config)
  return Math.max(0, Math.ceil((config.numPrompts - apart) / each))
}

/** Number of prompts for `requests` requests. */
export function promptsFor(requests: number, config: BenchmarkConfig): number {
  const { each, apart } = promptsPerRequest(config)
  return requests * each + apart
}

/** Timed runs repeat their prompts in order beyond this number, because all are in memory. */
const mostOfOneRun = 100_000

/** For a timed run, the number that the rate is likely to send, because repeated prompts would hit the prefix cache. */
export function promptsWanted(config: BenchmarkConfig): number {
  const { requestRate, numPrompts } = config
  const durationS = clockedS(config)
  if (durationS === null || requestRate === 'inf') return numPrompts
  return promptsFor(Math.min(mostOfOneRun, Math.ceil(requestRate * durationS)), config)
}

type PromptsPerRequest = Readonly<{
  each: number
  /** Prompts that count once although every request contains them: the query of a ranking. */
  apart: number
}>

function promptsPerRequest(config: BenchmarkConfig): PromptsPerRequest {
  const { datasetName, randomBatchSize, noReranker } = config
  if (!datasetTraits[datasetName].takesBatchSize) return { each: 1, apart: 0 }
  return noReranker
    ? { each: Math.max(1, randomBatchSize - 1), apart: 1 }
    : { each: randomBatchSize, apart: 0 }
}
