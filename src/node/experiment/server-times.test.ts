// The server's own times of each request, end to end over HTTP: from the simulator's engine into a detailed result file.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

const requests = 24
/** Half of the requests wait. */
const flags = { 'max-num-seqs': 12, 'enable-per-request-metrics': true }
const chat = { backend: 'openai-chat', endpoint: '/v1/chat/completions' } as const

const timesSchema = z.object({
  server_queue_times: z.array(z.number()).optional(),
  server_ttfts: z.array(z.number()).optional(),
  ttfts: z.array(z.number()),
})

async function resultOf(baseUrl: string, changes: Partial<BenchmarkConfig>) {
  const config = {
    ...defaultBenchmarkConfig,
    numPrompts: requests,
    readyCheckTimeoutSec: 0,
    randomInputLen: 16,
    randomOutputLen: 8,
    ...changes,
  }
  const tools = { runLoad, requestIdPrefix: 'times-' }
  const asked = { runId: 'run', config, baseUrl, apiKey: null }
  const run = await runBenchmark(asked, tools, silentHooks, new AbortController().signal)
  const started = { startedAtEpochMs: 0, startedAtMonotonicS: 0 }
  const text = resultJson({ ...run, ...started }, { detailed: true })
  return timesSchema.parse(JSON.parse(text))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

test.each([
  ['completions', {}],
  ['chat', chat],
])('of %s are those the server counted', async (_, changes) => {
  const { baseUrl, metric, stop } = await startTestSimulator({ flags })
  const {
    server_queue_times: queued = [],
    server_ttfts: firsts = [],
    ttfts,
  } = await resultOf(baseUrl, changes)
  expect([queued.length, firsts.length]).toEqual([requests, requests])
  expect(await metric('vllm:request_queue_time_seconds_count')).toBe(requests)
  expect(sum(queued)).toBeCloseTo(await metric('vllm:request_queue_time_seconds_sum'), 9)
  expect(sum(firsts)).toBeCloseTo(await metric('vllm:request_prefill_time_seconds_sum'), 9)
  const waited = queued.filter((seconds) => seconds > Math.min(...firsts))
  expect(waited.length).toBeGreaterThanOrEqual(requests / 2)
  for (const [index, ttft] of ttfts.entries())
    expect((queued[index] ?? 0) + (firsts[index] ?? 0)).toBeLessThan(ttft)
  await stop()
})

test('are left out where the server sends none', async () => {
  const { baseUrl, stop } = await startTestSimulator()
  const result = await resultOf(baseUrl, {})
  expect(result.server_queue_times).toBeUndefined()
  expect(result.server_ttfts).toBeUndefined()
  await stop()
})
