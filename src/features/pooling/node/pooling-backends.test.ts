// Every backend that reads and generates nothing, run for real: the same benchmark against the simulator.
import { expect, test } from 'vitest'
import { backendNames, backendTraits, isPooling } from '#core/backends/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { estimateBenchmark } from '#node/application/benchmark-estimate.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { runLoad } from '#node/load/run-load.ts'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'

const simulator = sharedSimulator()

async function run(changes: Partial<BenchmarkConfig>) {
  const config = { ...defaultBenchmarkConfig, model: 'sim', randomInputLen: 16, ...changes }
  const request = { runId: 'run', config, baseUrl: simulator().baseUrl, apiKey: null }
  const tools = { runLoad, requestIdPrefix: 'bench-test-' }
  return await runBenchmark(request, tools, silentHooks, new AbortController().signal)
}

const pooling = backendNames.filter((backend) => isPooling({ backend }))

test.each(pooling.map((backend) => ({ backend, ...backendTraits[backend] })))(
  'texts are read by $backend, all that are sent',
  async ({ backend, usualEndpoint: endpoint, takesBatches, ranksDocuments }) => {
    const randomBatchSize = takesBatches ? 3 : 1
    const { summary, records } = await run({
      backend,
      endpoint,
      randomBatchSize,
      numPrompts: 6,
      datasetName: ranksDocuments ? 'random-rerank' : 'random',
    })
    const requests = 6 / randomBatchSize
    expect(summary).toMatchObject({ completed: requests, failed: 0, totalInputs: 6 })
    // What a tokenizer puts around texts to rank is taken off their length.
    expect(summary.totalInputTokens).toBeGreaterThan(6 * 12)
    expect(summary.inputsThroughput).toBeCloseTo(6 / summary.durationS, 9)
    expect(summary).toMatchObject({ totalOutputTokens: 0, maxOutputTokensPerS: null })
    expect(summary.metrics.e2el.count).toBe(requests)
    expect(summary.metrics.ttft.count).toBe(0)
    expect(records.every(({ endedAtUs, sentAtUs }) => endedAtUs > sentAtUs)).toBe(true)
  },
)

test.each(['base64', 'bytes'])('vectors may come as %s', async (encoding) => {
  const { summary } = await run({
    backend: 'openai-embeddings',
    endpoint: '/v1/embeddings',
    numPrompts: 4,
    extraBody: { encoding_format: encoding },
  })
  expect(summary).toMatchObject({ completed: 4, failed: 0, totalInputTokens: 64 })
})

test.each([
  { backend: 'openai-embeddings', randomBatchSize: 8 },
  { backend: 'vllm-rerank', datasetName: 'random-rerank' },
] as const)('nothing is generated: %o', (changes) => {
  const size = { numPrompts: 200, randomInputLen: 256, randomOutputLen: 50 }
  const config = { ...defaultBenchmarkConfig, ...size, ...changes }
  expect(estimateBenchmark(config)).toMatchObject({ inputTokens: 51_200, outputTokens: 0 })
})
