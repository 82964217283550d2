// Recorded agents of other tools against a simulated server: traces of cache blocks, and spans of OpenTelemetry.
import { expect, test } from 'vitest'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'

async function replay(name: string, content: string, changes: Partial<BenchmarkConfig> = {}) {
  const heard: RequestLogEntry[] = []
  const baseUrl = await simulatedUrl({}, { onRequest: (entry) => heard.push(entry) })
  const config = benchmarkConfigSchema.parse({
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    readyCheckTimeoutSec: 0,
    datasetName: 'agent_trace',
    datasetPath: await temporaryFile(name, content),
    numPrompts: 0,
    ...changes,
  })
  const tools = { runLoad, requestIdPrefix: 'bench-' }
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  const running = runBenchmark(request, tools, silentHooks, new AbortController().signal)
  return { running, heard }
}

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** Of blocks of 64 tokens; on several lines, as people keep it. */
const blockTrace = (shift = 0) =>
  JSON.stringify(
    {
      id: 'trace_0001',
      models: ['claude-opus-4-5-20251101'],
      block_size: 64,
      hash_id_scope: 'local',
      requests: [
        { t: 0, type: 's', model: 'o', in: 700, out: 20, hash_ids: ids(1, 10), api_time: 0.5 },
        {
          ...{ t: 0.6, type: 'subagent', agent_id: 'agent_001', subagent_type: 'Explore' },
          ...{ duration_ms: 400, status: 'completed', models: ['h'], tool_tokens: 0 },
          requests: [
            { t: 0, type: 'n', model: 'h', in: 300, out: 8, hash_ids: ids(50, 53), api_time: 0.2 },
            {
              t: 0.25,
              type: 'n',
              model: 'h',
              in: 400,
              out: 8,
              hash_ids: ids(50, 55),
              api_time: 0.1,
            },
          ],
        },
        { t: 1.1 - shift, type: 's', model: 'o', in: 900, out: 30, hash_ids: ids(1, 14) },
      ],
    },
    null,
    2,
  )

test('a trace of cache blocks is replayed with its lengths, subagents and shared prefixes', async () => {
  const { running } = await replay('trace_0001.json', blockTrace())
  const { records, summary } = await running
  expect(records.filter(({ error }) => error !== null)).toEqual([])
  expect(records.map(({ outputTokens }) => outputTokens)).toEqual([20, 8, 8, 30])
  // The server adds the tokens of its chat template.
  for (const [place, tokens] of [700, 300, 400, 900].entries()) {
    expect(Math.abs((records[place]?.promptTokens ?? 0) - tokens)).toBeLessThan(40)
  }
  expect(records.map(({ turn }) => turn?.step?.depth)).toEqual([0, 1, 2, 3])
  // The prompt and the response of the call that each continues.
  const reusable = records.map(({ turn }) => turn?.step?.reusableTokens)
  const tokensOf = (place: number) =>
    (records[place]?.promptTokens ?? 0) + (records[place]?.outputTokens ?? 0)
  expect(reusable).toEqual([0, 0, tokensOf(1), tokensOf(0)])
  expect(summary.conversations).toMatchObject({ completed: 1, failed: 0 })
  // From the end of the subagent at 0.95 s to 1.1 s.
  const [, , inner, last] = records
  const waitedUs = (last?.scheduledAtUs ?? 0) - (inner?.endedAtUs ?? 0)
  expect(waitedUs / 1e6).toBeCloseTo(0.15, 3)
})

test('pauses are cut to the longest that is allowed', async () => {
  const { running } = await replay('trace_0001.json', blockTrace(), { agentMaxPauseS: 0.04 })
  const { records } = await running
  const waitedUs = (records[3]?.scheduledAtUs ?? 0) - (records[2]?.endedAtUs ?? 0)
  expect(waitedUs).toBe(40_000)
})

test('a trace whose times run backwards sends nothing', async () => {
  const { running, heard } = await replay('trace_0001.json', blockTrace(1))
  await expect(running).rejects.toThrow(
    /trace_0001\.json, line 1: requests\.2\.t: 0\.1.* s is before 0\.6 s, which it follows/,
  )
  expect(heard).toEqual([])
})

const span = (id: string, fromMs: number, toMs: number, attributes: object) => ({
  trace_id: 'trace 1',
  span_id: id,
  parent_span_id: id === 'root' ? null : 'root',
  start_time: new Date(fromMs).toISOString(),
  end_time: new Date(toMs).toISOString(),
  attributes,
})

const call = { type: 'tool_call', id: 'x', name: 'run', arguments: { command: 'ls' } }
const asked = { role: 'user', parts: [{ type: 'text', content: 'List the files.' }] }
const calls = { role: 'assistant', parts: [call], finish_reason: 'tool_call' }

const spansWith = (resultId: string) => {
  const response = { type: 'tool_call_response', id: resultId, response: 'a.txt' }
  const chat = (input: readonly object[], output: object) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([output]),
    'gen_ai.usage.output_tokens': 6,
  })
  const done = { role: 'assistant', parts: [{ type: 'text', content: 'There is a.txt.' }] }
  const result = { role: 'tool', parts: [response] }
  return [
    span('root', 0, 500, { 'gen_ai.operation.name': 'invoke_agent' }),
    span('one', 10, 200, chat([asked], calls)),
    span('tool', 220, 250, { 'gen_ai.operation.name': 'execute_tool' }),
    span('two', 260, 480, chat([asked, calls, result], done)),
  ]
    .map((each) => JSON.stringify(each))
    .join('\n')
}

test('spans of OpenTelemetry are replayed as steps, with the latency of their tools', async () => {
  const { running } = await replay('spans.jsonl', spansWith('x'))
  const { records, summary } = await running
  expect(records.map(({ error }) => error)).toEqual([null, null])
  expect(summary.conversations).toMatchObject({ completed: 1, failed: 0 })
  const [one, two] = records
  expect((two?.scheduledAtUs ?? 0) - (one?.endedAtUs ?? 0)).toBe(60_000)
  // Its tool took 30 ms; nothing else of the pause is counted to tools.
  expect(two?.turn?.step?.whole?.thinkUs).toBe(30_000)
  expect(two?.promptTokens).toBeGreaterThan(one?.promptTokens ?? 0)
})

test('spans with a result that no call asked for send nothing', async () => {
  const { running, heard } = await replay('spans.jsonl', spansWith('y'))
  await expect(running).rejects.toThrow(
    /spans\.jsonl, line 4: gen_ai\.input\.messages\.0\.tool_call_id: no response before it calls a tool with the id "y"/,
  )
  expect(heard).toEqual([])
})
