// The whole story of a benchmark on a simulated server; load and server share this process.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readable } from '#core/messages/readable.test-support.ts'
import { runWarnings } from '#core/report/run-warnings.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { startProxy } from '#node/load/connections/proxy.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import type { BenchmarkStep } from '#core/model/run/benchmark-step.ts'
import type { BenchmarkHooks, BenchmarkRequest } from './benchmark.ts'
import {
  deadUrl,
  json,
  serveAnswers,
  type Answer,
  type Answers,
} from './http-server.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

const small: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  promptTokenIds: true,
  randomInputLen: 16,
  randomOutputLen: 8,
  numPrompts: 10,
}

const never = new AbortController().signal
const tools = { runLoad, requestIdPrefix: 'bench-test-' }

function request(baseUrl: string, config: Partial<BenchmarkConfig> = {}): BenchmarkRequest {
  return { runId: 'run', config: { ...small, ...config }, baseUrl, apiKey: null }
}

test('every request is measured, reported once, and summarised', async () => {
  const baseUrl = await simulatedUrl()
  const reported: number[] = []
  const steps: BenchmarkStep[] = []
  const planned: number[] = []
  const hooks: BenchmarkHooks = {
    ...silentHooks,
    onStep: (step) => steps.push(step),
    onPlanned: ({ requests }) => planned.push(requests),
    onRecords: (records) => reported.push(...records.map(({ index }) => index)),
  }
  const result = await runBenchmark(request(`${baseUrl}/`), tools, hooks, never)
  expect(result.summary).toMatchObject({ completed: 10, failed: 0, totalOutputTokens: 80 })
  expect(result.facts.simulated).toBe(true)
  expect(result.config).toMatchObject({ model: result.facts.model, ignoreEos: true })
  expect(result.records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(result.records[3]?.requestId).toBe('bench-test-3')
  expect(result.outcome.cancelled).toBe(false)
  expect(reported.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(planned).toEqual([10])
  expect(steps.slice(0, 3)).toEqual(['checking-server', 'loading-tokenizer', 'preparing-workload'])
  expect(steps.indexOf('running')).toBeLessThan(steps.indexOf('counting-tokens'))
})

test.each([{ promptTokenIds: true }, { promptTokenIds: false }])(
  'a benchmark with %j goes by the proxy of the environment, and says so',
  async (changes) => {
    const proxy = await startProxy(Number(new URL(await simulatedUrl()).port))
    vi.stubEnv('http_proxy', proxy.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const asked = request('http://llm.example:8000', { ...changes, numPrompts: 3 })
    const { summary } = await runBenchmark(asked, tools, silentHooks, never)
    expect(summary).toMatchObject({ completed: 3, failed: 0 })
    expect(readable(runWarnings({ summary }))).toContain(
      `Requests went by the proxy ${new URL(proxy.url).host}: what it adds is part of every latency.`,
    )
  },
)

test('texts need no tokenizer file: the server itself makes and counts the tokens', async () => {
  const baseUrl = await simulatedUrl()
  const asked = request(baseUrl, { promptTokenIds: false, numPrompts: 3 })
  const { records } = await runBenchmark(asked, tools, silentHooks, never)
  expect(records.map(({ promptTokens }) => promptTokens)).toEqual([16, 16, 16])
})

test('a warm-up changes nothing of what is counted: neither schedule nor requests nor totals', async () => {
  const baseUrl = await simulatedUrl()
  const rate = { requestRate: 40, numPrompts: 20, seed: 3 }
  const cold = await runBenchmark(request(baseUrl, rate), tools, silentHooks, never)
  const steps: BenchmarkStep[] = []
  const hooks = { ...silentHooks, onStep: (step: BenchmarkStep) => steps.push(step) }
  const warmed = request(baseUrl, { ...rate, warmUpSeconds: 1 })
  const warm = await runBenchmark(warmed, tools, hooks, never)
  const counted = ({ records }: typeof warm) =>
    records.map(({ index, scheduledAtUs, promptTokens }) => [index, scheduledAtUs, promptTokens])
  expect(counted(warm)).toEqual(counted(cold))
  expect(warm.summary).toMatchObject({ completed: 20, failed: 0, totalOutputTokens: 160 })
  expect(steps.slice(-4)).toEqual(['warming-up', 'running', 'draining', 'counting-tokens'])
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const served = /^vllm:request_success_total\{.*finished_reason="length".*\} (\d+)/m.exec(metrics)
  expect(Number(served?.[1])).toBeGreaterThan(55)
})

test('chat and warm-ups work, and the own prefix of the reader names the requests', async () => {
  const baseUrl = await simulatedUrl()
  const asked = request(baseUrl, {
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    promptTokenIds: false,
    numPrompts: 2,
    numWarmups: 2,
    requestIdPrefix: 'mine-',
  })
  const { records, summary } = await runBenchmark(asked, tools, silentHooks, never)
  expect(summary.completed).toBe(2)
  expect(records[1]?.requestId).toBe('mine-1')
})

test('a key is sent along with everything', async () => {
  const baseUrl = await simulatedUrl({}, { apiKey: 'sesame' })
  await expect(runBenchmark(request(baseUrl), tools, silentHooks, never)).rejects.toMatchObject({
    code: 'invalid-input',
    field: 'header',
  })
  const { summary } = await runBenchmark(
    { ...request(baseUrl), apiKey: 'sesame' },
    tools,
    silentHooks,
    never,
  )
  expect(summary.failed).toBe(0)
})

test('an abort in the middle resolves with what was measured until then', async () => {
  const controller = new AbortController()
  const hooks = { ...silentHooks, onRecords: () => controller.abort() }
  const asked = request(await simulatedUrl(), { numPrompts: 2000, requestRate: 40 })
  const { outcome, records, summary } = await runBenchmark(asked, tools, hooks, controller.signal)
  expect(outcome.cancelled).toBe(true)
  expect(summary.completed).toBeGreaterThan(0)
  expect(records.length).toBeLessThan(2000)
})

test('an abort before the first request rejects: there is nothing to show', async () => {
  const controller = new AbortController()
  const hooks = { ...silentHooks, onPlanned: () => controller.abort() }
  await expect(
    runBenchmark(request(await simulatedUrl()), tools, hooks, controller.signal),
  ).rejects.toMatchObject({ code: 'cancelled' })
})

test('with patience, a server that is still loading is waited for, and its first answer too', async () => {
  const stream = 'data: {"choices":[{"text":"a"}]}\n\ndata: [DONE]\n\n'
  const tries = { models: 0, answers: 0 }
  const loading = await serveAnswers({
    'GET /v1/models': () => (++tries.models < 3 ? json({}, 503) : json({ data: [{ id: 'late' }] })),
    'POST /v1/completions': () =>
      ++tries.answers < 2
        ? json({}, 503)
        : { status: 200, contentType: 'text/event-stream', body: stream },
  })
  const steps: BenchmarkStep[] = []
  const hooks = { ...silentHooks, onStep: (step: BenchmarkStep) => steps.push(step) }
  const patient = request(loading, { readyCheckTimeoutSec: 600, numPrompts: 1 })
  const { summary } = await runBenchmark(patient, tools, hooks, never)
  expect(steps).toContain('waiting-until-ready')
  // Asked once more for the vocabulary that random ids are drawn from, which llama.cpp has in its list of models.
  expect(tries).toEqual({ models: 4, answers: 3 })
  expect(summary.completed).toBe(1)
})

test('each request asks for its adapter, but tests and warm-ups for the model itself', async () => {
  const stream = 'data: {"choices":[{"text":"a"}]}\n\ndata: [DONE]\n\n'
  const askedFor: unknown[] = []
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'base' }] }),
    'POST /v1/completions': (body) => {
      askedFor.push(z.object({ model: z.string() }).parse(JSON.parse(body)).model)
      return { status: 200, contentType: 'text/event-stream', body: stream }
    },
  })
  const asked = request(baseUrl, {
    loraModules: ['one', 'two'],
    loraAssignment: 'round-robin',
    numPrompts: 3,
    numWarmups: 1,
    readyCheckTimeoutSec: 5,
    maxConcurrency: 1,
  })
  await runBenchmark(asked, tools, silentHooks, never)
  expect(askedFor).toEqual(['base', 'base', 'one', 'two', 'one'])
})

test('without patience, a server that is not there is refused at once', async () => {
  const asked = request(await deadUrl())
  await expect(runBenchmark(asked, tools, silentHooks, never)).rejects.toMatchObject({
    code: 'server-unreachable',
  })
})

test('the profiler is switched on before the load and off after it', async () => {
  const switched: string[] = []
  const answerOnce =
    (name: string, status = 200) =>
    () => {
      switched.push(name)
      return json({}, status)
    }
  const models: Answers = { 'GET /v1/models': json({ data: [{ id: 'sim' }] }) }
  const obedient = await serveAnswers({
    ...models,
    'POST /start_profile': answerOnce('on'),
    'POST /v1/completions': answerOnce('load', 500),
    'POST /stop_profile': answerOnce('off', 500),
  })
  const asked = { profile: true, numPrompts: 1 }
  const { summary } = await runBenchmark(request(obedient, asked), tools, silentHooks, never)
  expect(switched).toEqual(['on', 'load', 'off'])
  expect(readable(runWarnings({ summary }))).toContainEqual(
    expect.stringContaining('/stop_profile: HTTP 500'),
  )
})

test('a profiler that cannot be started is a warning, and is not stopped', async () => {
  const stopped: string[] = []
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'sim' }] }),
    'POST /stop_profile': () => {
      stopped.push('stopped')
      return json({})
    },
  })
  const asked = request(baseUrl, { profile: true, numPrompts: 1 })
  const { summary, records } = await runBenchmark(asked, tools, silentHooks, never)
  expect(records).toHaveLength(1)
  expect(stopped).toEqual([])
  expect(readable(runWarnings({ summary }))).toContainEqual(
    expect.stringMatching(/start_profile: HTTP 404\. Start the server/),
  )
})

test('probes are sent beside the load and reported separately', async () => {
  const asked = request(await simulatedUrl(), {
    numPrompts: 3,
    requestRate: 10,
    probeRequestRate: 20,
  })
  const { summary, records } = await runBenchmark(asked, tools, silentHooks, never)
  expect(records).toHaveLength(3)
  expect(summary.probes).toMatchObject({ failed: 0 })
  expect(summary.probes?.completed).toBeGreaterThan(3)
  expect(summary.probes?.e2el?.medianMs).toBeGreaterThan(0)
})

test('latencies are also reported as the server measured them', async () => {
  const asked = request(await simulatedUrl(), { numPrompts: 5, numWarmups: 2 })
  const { summary } = await runBenchmark(asked, tools, silentHooks, never)
  const { ttft, e2el } = summary.server?.latencies ?? {}
  expect([ttft?.count, e2el?.count]).toEqual([5, 5])
  // The server begins after us and ends before us; our times are whole microseconds.
  expect(summary.metrics.e2el.mean).toBeGreaterThan((e2el?.meanMs ?? Infinity) - 0.01)
  expect(ttft?.meanMs).toBeGreaterThan(0)
})

test('a prefix cache that knows the prompts already is warned of', async () => {
  const baseUrl = await simulatedUrl()
  const asked = request(baseUrl, { randomInputLen: 64, numPrompts: 4 })
  const fresh = await runBenchmark(asked, tools, silentHooks, never)
  expect(readable(runWarnings(fresh))).toEqual([])
  expect(fresh.summary.server?.prefixCache).toEqual({ queries: 4 * 64, hits: 0, repeated: 0 })
  const again = await runBenchmark(asked, tools, silentHooks, never)
  expect(readable(runWarnings(again))).toEqual([expect.stringContaining('in its prefix cache')])
})

test('what a run repeats of itself is no knowledge from before it', async () => {
  const baseUrl = await simulatedUrl()
  const lengths = { randomInputLen: 64, randomOutputLen: 1 }
  // One by one: prompts that are read in one step cannot find each other in the cache.
  const asked = { ...lengths, numPrompts: 40, vocabSize: 100, maxConcurrency: 1 }
  const { summary } = await runBenchmark(request(baseUrl, asked), tools, silentHooks, never)
  const { hits = 0, queries = 0, repeated = 0 } = summary.server?.prefixCache ?? {}
  expect(hits / queries).toBeGreaterThan(0.01)
  expect(repeated).toBeGreaterThanOrEqual(hits)
  expect(readable(runWarnings({ summary }))).toEqual([])
})

test('tokens that were counted but not shown are reported, and fail no response', async () => {
  const events = [
    { choices: [{ delta: { role: 'assistant', content: '' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 9 } },
  ]
  const said = [...events.map((event) => JSON.stringify(event)), '[DONE]']
  const answer: Answer = {
    status: 200,
    contentType: 'text/event-stream',
    body: said.map((data) => `data: ${data}\n\n`).join(''),
  }
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'sim' }] }),
    'POST /v1/chat/completions': answer,
  })
  const folder = await mkdtemp(join(tmpdir(), 'kneepoint-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const datasetPath = join(folder, 'prompts.jsonl')
  await writeFile(datasetPath, '{"prompt":"Hello"}\n{"prompt":"Bye"}\n')
  const asked: Partial<BenchmarkConfig> = {
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    numPrompts: 2,
    promptTokenIds: false,
    datasetName: 'custom',
    datasetPath,
    skipTokenizerInit: true,
  }
  const { summary } = await runBenchmark(request(baseUrl, asked), tools, silentHooks, never)
  expect(summary).toMatchObject({ completed: 2, failed: 0, totalOutputTokens: 18 })
  expect(summary.metrics.ttft.mean).toBeGreaterThan(0)
  expect(readable(runWarnings({ summary }))).toEqual([
    expect.stringMatching(/^2 of 2 responses contained no token/),
  ])
})

test('without a tokenizer, no prompt is said to be longer than asked', async () => {
  const event = { choices: [{ text: ' one' }], usage: { prompt_tokens: 32, completion_tokens: 1 } }
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'other' }] }),
    'POST /v1/completions': {
      status: 200,
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`,
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'kneepoint-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const datasetPath = join(folder, 'prompts.jsonl')
  await writeFile(datasetPath, '{"prompt":"Hello"}\n')
  const rows = { datasetName: 'custom', datasetPath, numPrompts: 1, promptTokenIds: false } as const
  const asked = request(baseUrl, { ...rows, skipTokenizerInit: true })
  const { summary } = await runBenchmark(asked, tools, silentHooks, never)
  expect(summary).toMatchObject({ completed: 1, totalInputTokens: 32 })
  expect(summary.asAsked?.longPrompts).toBeUndefined()
})

test('a server that counts 0 output tokens is not believed, and a warning says so', async () => {
  const events = [
    { choices: [{ text: ' one' }] },
    { choices: [{ text: ' two', finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 0 } },
  ]
  const said = [...events.map((event) => JSON.stringify(event)), '[DONE]']
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'other' }] }),
    'POST /v1/completions': {
      status: 200,
      contentType: 'text/event-stream',
      body: said.map((data) => `data: ${data}\n\n`).join(''),
    },
  })
  const asked = request(baseUrl, { numPrompts: 2 })
  const { summary } = await runBenchmark(asked, tools, silentHooks, never)
  expect(summary).toMatchObject({ completed: 2, failed: 0, totalOutputTokens: null })
  expect(readable(runWarnings({ summary }))).toContainEqual(
    expect.stringMatching(/^The server reported 0 output tokens for 2 of 2 responses/),
  )
})

test('a server that reports nothing is measured all the same', async () => {
  const stream = 'data: {"choices":[{"text":"a"}]}\n\ndata: [DONE]\n\n'
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'other' }] }),
    'POST /v1/completions': { status: 200, contentType: 'text/event-stream', body: stream },
  })
  const asked = request(baseUrl, { numPrompts: 1 })
  const { summary } = await runBenchmark(asked, tools, silentHooks, never)
  expect(summary).toMatchObject({ completed: 1, server: null })
})
