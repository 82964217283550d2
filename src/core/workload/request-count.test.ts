import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { promptsFor, promptsWanted, requestCount } from './request-count.ts'

const rerank = { datasetName: 'random-rerank' } as const

test.each<[string, Partial<BenchmarkConfig>, number]>([
  ['one prompt to a request', { numPrompts: 10 }, 10],
  ['the last batch takes what is left', { numPrompts: 10, randomBatchSize: 4 }, 3],
  ['documents share a query', { ...rerank, numPrompts: 10, randomBatchSize: 4 }, 3],
  [
    'the query is one of the texts',
    { ...rerank, numPrompts: 10, randomBatchSize: 4, noReranker: true },
    3,
  ],
  [
    'other datasets know no batches',
    { datasetName: 'custom', numPrompts: 10, randomBatchSize: 4 },
    10,
  ],
  ['all rows are not counted yet', { datasetName: 'custom', numPrompts: -1 }, 0],
])('%s', (_, changes, requests) => {
  const config = { ...defaultBenchmarkConfig, ...changes }
  expect(requestCount(config)).toBe(requests)
  const asked = { ...config, numPrompts: promptsFor(7, config) }
  expect(requestCount(asked)).toBe(7)
})

test.each<[string, Partial<BenchmarkConfig>, number]>([
  ['a number of them is asked for', { requestRate: 4 }, 1000],
  ['a run by the clock is likely to need them', { durationMinutes: 2, requestRate: 4 }, 480],
  ['requests hold several', { durationMinutes: 1, requestRate: 1, randomBatchSize: 4 }, 240],
  ['more would not fit into memory', { durationMinutes: 600, requestRate: 100 }, 100_000],
  ['the number it takes is unknown', { durationMinutes: 2, maxConcurrency: 4 }, 1000],
])('as many prompts are made as where %s', (_, changes, prompts) => {
  expect(promptsWanted({ ...defaultBenchmarkConfig, ...changes })).toBe(prompts)
})
