import { expect, test } from 'vitest'
import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { benchmarkFieldsSchema, benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { benchmarkConfigSchema, defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import { writeField } from '#renderer/drafts/benchmark-draft.ts'

const choice = {
  backend: 'vllm-realtime',
  endpoint: '/v1/realtime',
  datasetName: 'custom_audio',
} as const

test('the form gives the endpoint and a dataset of recordings', () => {
  const flag = benchmarkFlags.find(({ field }) => field === 'backend')
  expect(flag && writeField({}, flag, choice.backend)).toEqual(choice)
})

test('vLLM has no such client, and concurrency counts voices', () => {
  expect(equivalentCommand(benchmarkFieldsSchema.parse(choice))).toBe(
    'kneepoint bench serve --backend vllm-realtime --endpoint /v1/realtime --dataset-name custom_audio',
  )
  expect(heldBy(choice)).toBe('voices')
})

test('another transport and retries are refused at their fields', () => {
  const config = { ...choice, datasetPath: 'voices.jsonl', transport: 'undici', retryStatus: [429] }
  const { error } = benchmarkConfigSchema.safeParse(config)
  // Retries are a feature of their own, which may be left out.
  const fields = ['transport', 'retryStatus'].filter((field) => field in defaultBenchmarkConfig)
  expect(error?.issues.map(({ path }) => path)).toEqual(fields.map((field) => [field]))
})
