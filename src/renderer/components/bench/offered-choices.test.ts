import { backendNames } from '#core/backends/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import {
  type BenchmarkConfig,
  type BenchmarkField,
  benchmarkFlags,
} from '#core/flags/benchmark-fields.ts'
import { datasetNames, datasetTraits } from '#core/traits/dataset-traits.ts'
import { expect, test } from 'vitest'
import { withOfferedChoices } from './offered-choices.ts'

const datasetsFor = (changes: Partial<BenchmarkConfig>) => offered('datasetName', changes)
const latenciesFor = (changes: Partial<BenchmarkConfig>) => offered('percentileMetrics', changes)

function offered(name: BenchmarkField, changes: Partial<BenchmarkConfig>): readonly string[] {
  const config = { ...defaultBenchmarkConfig, ...changes }
  return benchmarkFlags
    .filter(({ field }) => field === name)
    .flatMap((flag) => withOfferedChoices(flag, config).choices ?? [])
}

test.each([
  ['openai', ['random', 'sharegpt', 'timed_trace'], ['multi_turn', 'random-rerank']],
  ['openai-chat', ['random', 'multi_turn', 'custom_audio'], ['timed_trace', 'random-rerank']],
  ['openai-audio', ['custom_audio'], ['sharegpt']],
] as const)('%s is offered datasets it can be sent', (backend, offered, left) => {
  const datasets = datasetsFor({ backend })
  expect(datasets).toEqual(expect.arrayContaining([...offered]))
  expect(left.filter((name) => datasets.includes(name))).toEqual([])
})

test('the chosen dataset stays, so that its problem can be shown', () => {
  expect(datasetsFor({ backend: 'openai-audio', datasetName: 'sonnet' })).toContain('sonnet')
})

test('every dataset is offered for some backend, and other flags keep their choices', () => {
  const offered = new Set(backendNames.flatMap((backend) => datasetsFor({ backend })))
  const left = datasetNames.filter((name) => !datasetTraits[name].ranksDocuments)
  expect(left.filter((name) => !offered.has(name))).toEqual([])
  const dependent = new Set<BenchmarkField>(['datasetName', 'percentileMetrics'])
  for (const flag of benchmarkFlags.filter(({ field }) => !dependent.has(field))) {
    expect(withOfferedChoices(flag, defaultBenchmarkConfig)).toBe(flag)
  }
})

test('only latencies that the benchmark has are offered, and those that are chosen', () => {
  expect(latenciesFor({ backend: 'openai' })).toEqual([
    ...[
      'ttft',
      'tpot',
      'itl',
      'e2el',
      'ttfo',
      'reasoning_time',
      'answer_tpot',
      'token_latency',
      'fluid_pace',
    ],
  ])
  expect(latenciesFor({ backend: 'openai', maxConcurrency: 8 })).toContain('client_queue_time')
})
