import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { ServerActivity } from '../../model/server/server-activity.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { warmCacheWarning } from './warm-cache-warning.ts'

type PrefixCache = ServerActivity['prefixCache']

function warned(prefixCache: PrefixCache, changes: Partial<BenchmarkConfig> = {}) {
  const { config, summary } = exampleRun(changes)
  const server = { specDecode: null, diffusion: null, prefixCache }
  return warmCacheWarning(config, { ...summary, server }).map(inEnglish)
}

test('prompts that should be new are warned of from one hit in a hundred tokens', () => {
  expect(warned({ queries: 10_000, hits: 100 })).toEqual([
    expect.stringMatching(/^The server had 1\.0 % of the prompt tokens in its prefix cache/),
  ])
  expect(warned({ queries: 10_000, hits: 99 })).toEqual([])
})

test.each<[string, PrefixCache, Partial<BenchmarkConfig>]>([
  ['the server does not tell', null, {}],
  ['prompts begin alike on purpose', { queries: 10, hits: 9 }, { randomPrefixLen: 64 }],
  ['prompts are those of people', { queries: 10, hits: 9 }, { datasetName: 'sharegpt' }],
])('nothing is said where %s', (_, prefixCache, config) => {
  expect(warned(prefixCache, config)).toEqual([])
})
