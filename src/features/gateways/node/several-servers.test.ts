// A benchmark over several simulated servers: what each got by its own log, what is reported of each, and how it is judged.
import { benchmarkConfigSchema, defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { configProblems } from '#core/model/config-problems.test-support.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { reasonText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { printedReports } from '#core/report/console/printed-reports.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'

const config: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  randomInputLen: 16,
  randomOutputLen: 6,
  numPrompts: 40,
  maxConcurrency: 8,
}

async function simulate(preset = 'quick', slowdown = 0) {
  const log: RequestLogEntry[] = []
  const simulator = await startSimulator(
    { kind: 'simulator', preset, port: null, startupS: 0, seed: 0, slowdown },
    {
      onLog: () => undefined,
      onPhase: () => undefined,
      onRequest: (entry) => void log.push(entry),
    },
  )
  onTestFinished(() => simulator.stop())
  return { ...simulator, baseUrl: `http://127.0.0.1:${simulator.port}`, log }
}

type Simulated = Awaited<ReturnType<typeof simulate>>

async function measure(
  servers: readonly Pick<Simulated, 'baseUrl'>[],
  changes: Partial<BenchmarkConfig> = {},
  onRecords: () => void = () => undefined,
) {
  const [baseUrl = '', ...otherBaseUrls] = servers.map((server) => server.baseUrl)
  const asked = benchmarkConfigSchema.parse({ ...config, baseUrl, otherBaseUrls, ...changes })
  return runBenchmark(
    { runId: 'run', config: asked, baseUrl, apiKey: null },
    { runLoad, requestIdPrefix: 'bench-' },
    {
      onStep: () => undefined,
      onPlanned: () => undefined,
      onProgress: () => undefined,
      onRecords,
    },
    new AbortController().signal,
  )
}

function loggedRequests({ log }: Simulated): number {
  return log.filter(({ requestId }) => requestId !== null).length
}

test('each server gets its share, and every surface reports it', async () => {
  const servers = await Promise.all([simulate(), simulate(), simulate()])
  const result = await measure(servers, { numPrompts: 41 })
  const { summary, records } = result
  expect(servers.map(loggedRequests)).toEqual([14, 14, 13])
  expect(summary.targets?.map(({ requests, completed }) => [requests, completed])).toEqual([
    ...[
      [14, 14],
      [14, 14],
      [13, 13],
    ],
  ])
  const tokens = summary.targets?.reduce((sum, { outputTokens }) => sum + outputTokens, 0)
  expect(tokens).toBe(summary.totalOutputTokens)
  // The counters of all servers together.
  expect(summary.server?.generatedTokens).toBe(summary.totalOutputTokens)
  const run = { ...result, startedAtEpochMs: 0, startedAtMonotonicS: 0 }
  const printed = printedReports.vllm(run).join('\n')
  for (const { baseUrl } of servers) expect(printed).toContain(baseUrl)
  const file = JSON.parse(resultJson(run, { detailed: true })) as {
    url_strategy: string
    per_url_metrics: { url: string; requests: number; mean_ttft_ms: number }[]
    url_indices: number[]
  }
  expect(file.url_strategy).toBe('round-robin')
  expect(file.per_url_metrics.map(({ url, requests }) => [url, requests])).toEqual(
    servers.map(({ baseUrl }, place) => [baseUrl, [14, 14, 13][place]]),
  )
  expect(file.url_indices).toEqual(records.map(({ index }) => index % 3))
  expect(requestsCsv(records).split('\n', 2)[0]).toContain('url_index')
})

test('a run on one server reports nothing of URLs', async () => {
  const server = await simulate()
  const result = await measure([server], { otherBaseUrls: null, numPrompts: 3 })
  expect(result.summary).not.toHaveProperty('targets')
  const run = { ...result, startedAtEpochMs: 0, startedAtMonotonicS: 0 }
  expect(resultJson(run, { detailed: true })).not.toContain('url')
  expect(requestsCsv(result.records)).not.toContain('url_index')
})

test('a slower server gets fewer requests, a reason names it', { tags: 'nightly' }, async () => {
  const servers = await Promise.all([simulate(), simulate('quick', 4)])
  const changes = {
    urlStrategy: 'least-in-flight',
    numPrompts: 300,
    randomOutputLen: 12,
  } as const
  const { summary, config: asked } = await measure(servers, changes)
  const [fast, slow] = summary.targets ?? []
  expect(fast?.requests).toBeGreaterThan(slow?.requests ?? Infinity)
  const judgement = judgeRun({ config: asked, summary })
  const reason = judgement?.reasons.find(({ code }) => code === 'urls-unequal')
  expect(reason && inEnglish(reasonText(reason))).toMatch(
    /URL 2 .*(?:above|times)|URL 1 got .*URL 2 got/,
  )
})

test('turns of a conversation stay with one server', async () => {
  const servers = await Promise.all([simulate(), simulate()])
  const { records } = await measure(servers, {
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    datasetName: 'random-multi-turn',
    multiTurnNumTurns: 3,
    numPrompts: 5,
    urlStrategy: 'session-sticky',
  })
  expect(records.map(({ target }) => target)).toEqual(
    records.map(({ turn }) => (turn?.conversation ?? 0) % 2),
  )
  expect(servers.map(loggedRequests)).toEqual([9, 6])
})

test('a server that goes away during the run makes it unusable, and is named', async () => {
  const [kept, lost] = await Promise.all([simulate(), simulate()])
  let isStopped = false
  const { summary, config: asked } = await measure(
    [kept, lost],
    { numPrompts: 200, requestRate: 100 },
    () => {
      if (!isStopped) void lost.stop()
      isStopped = true
    },
  )
  const [first, second] = summary.targets ?? []
  expect(first?.failed).toBe(0)
  expect(second?.failed).toBeGreaterThan(0)
  const judgement = judgeRun({ config: asked, summary })
  expect(judgement?.grade).toBe('not-usable')
  const reason = judgement?.reasons.find(({ code }) => code === 'url-failed')
  expect(reason && inEnglish(reasonText(reason))).toContain(
    `URL 2 failed ${second?.failed} of its 100 requests`,
  )
})

test('a further server that is down stops the run before anything is sent', async () => {
  const server = await simulate()
  const refused = measure([server, { baseUrl: 'http://127.0.0.1:9' }], { readyCheckTimeoutSec: 0 })
  await expect(refused).rejects.toThrow('No response from http://127.0.0.1:9/v1/models')
  expect(loggedRequests(server)).toBe(0)
})

test('a further server with another model stops the run before anything is sent', async () => {
  const servers = await Promise.all([simulate('quick'), simulate('h100-llama-8b')])
  await expect(measure(servers)).rejects.toThrow(
    `The server at ${servers[1]?.baseUrl} does not list the model`,
  )
  expect(servers.map(loggedRequests)).toEqual([0, 0])
})

test.each([
  [
    { otherBaseUrls: ['http://a:1', 'http://b:1/'], baseUrl: 'http://b:1' },
    'lists http://b:1 twice',
  ],
  [{ otherBaseUrls: ['https://a:1'], baseUrl: 'http://b:1' }, 'mixes schemes (http, https)'],
  [{ otherBaseUrls: ['http://a:1'], baseUrl: null, port: 9000 }, 'cannot be used with --host'],
  [{ urlStrategy: 'least-in-flight' }, 'has no effect with one server'],
  [
    { otherBaseUrls: ['http://a:1'], baseUrl: 'http://b:1', urlStrategy: 'session-sticky' },
    'needs conversations',
  ],
  [{ otherBaseUrls: ['http://u:p@a:1'], baseUrl: 'http://b:1' }, 'user name or password'],
])('%j is refused', (changes, sentence) => {
  expect(configProblems(changes).join('\n')).toContain(sentence)
})
