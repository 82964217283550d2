import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { connectionsOf, wholePlan } from '#node/load/schedule/share.ts'
import { buildLoadPlan } from './build-load-plan.ts'

test.each([
  ['vllm', false, 20],
  ['vllm', true, 0],
  // Its threads would wait for requests on connections opened ahead, while those on other connections are not read.
  ['llama.cpp', false, 0],
] as const)('%s, cold connections %s: opens %i ahead', async (backend, coldConnections, count) => {
  const config: BenchmarkConfig = {
    ...defaultBenchmarkConfig,
    ...{ backend, coldConnections, numPrompts: 20, promptTokenIds: true, vocabSize: 1000 },
  }
  const workload = await prepareWorkload(config, { tokenizer: null, requestIdPrefix: '' })
  const parts = { runId: 'r', config, model: 'm', baseUrl: 'http://127.0.0.1', apiKey: null }
  expect(connectionsOf(buildLoadPlan(workload, parts), wholePlan)).toBe(count)
})
