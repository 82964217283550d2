// Conversations held with a simulated server, from the flags to the summary.
import { expect, test } from 'vitest'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { cutOff, genuineFailures } from '#core/stats/genuine-failures.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { runLoad } from '#node/load/run-load.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

type Watched = Readonly<{
  signal?: AbortSignal
  onRecords?: (records: readonly RequestRecord[]) => void
}>

async function hold(
  baseUrl: string,
  changes: Partial<BenchmarkConfig>,
  { signal = new AbortController().signal, onRecords = silentHooks.onRecords }: Watched = {},
) {
  const config = benchmarkConfigSchema.parse({
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    ...changes,
  })
  const planned: number[] = []
  const hooks = {
    ...silentHooks,
    onRecords,
    onPlanned: (plan: { requests: number }) => planned.push(plan.requests),
  }
  const tools = { runLoad, requestIdPrefix: 'bench-' }
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  const result = await runBenchmark(request, tools, hooks, signal)
  return { ...result, planned: planned[0] }
}

test('later turns are cheap to a server that has kept what was said before', async () => {
  const baseUrl = await simulatedUrl({ preset: 'h100-llama-8b' })
  const { records, summary, planned } = await hold(baseUrl, {
    datasetName: 'random-multi-turn',
    numPrompts: 6,
    multiTurnNumTurns: 3,
    randomInputLen: 3000,
    perTurnInputLen: 40,
    randomOutputLen: 8,
    maxConcurrency: 1,
  })
  expect(planned).toBe(18)
  expect(records.map(({ error }) => error)).toEqual(records.map(() => null))
  const turns = summary.conversations?.turns ?? []
  expect(turns.map(({ completed }) => completed)).toEqual([6, 6, 6])
  const [first, second, third] = turns
  expect(second?.inputTokens).toBeGreaterThan((first?.inputTokens ?? Infinity) + 40)
  expect(third?.inputTokens).toBeGreaterThan((second?.inputTokens ?? Infinity) + 40)
  expect(second?.ttft.median).toBeLessThan((first?.ttft.median ?? 0) / 2)
  expect(third?.ttft.median).toBeLessThan((first?.ttft.median ?? 0) / 2)
  expect(summary.conversations).toMatchObject({ completed: 6, failed: 0, turnsEach: 3 })
})

test.each([
  ['openai-chat', '/v1/chat/completions'],
  ['anthropic-messages', '/v1/messages'],
] as const)(
  'users of a file think, and %s hears again what it answered',
  async (backend, endpoint) => {
    const baseUrl = await simulatedUrl()
    const turns = ['Tell me a story.', 'And then?'].flatMap((content, t) => [
      { role: 'user', content, output_tokens: 5, think_s: t === 0 ? null : 0.08 },
      { role: 'assistant', content: 'Something short.' },
    ])
    const datasetPath = await temporaryFile('talk.jsonl', JSON.stringify({ messages: turns }))
    const held = (changes: Partial<BenchmarkConfig>) =>
      hold(baseUrl, {
        ...{ backend, endpoint, datasetName: 'multi_turn', datasetPath, numPrompts: 0 },
        ...changes,
      })

    const { records, summary } = await held({})
    const [first, second] = records
    expect(second?.scheduledAtUs).toBe((first?.endedAtUs ?? 0) + 80_000)
    expect(summary.conversations?.duration.mean).toBeGreaterThan(80)

    const recorded = await held({ multiTurnHistory: 'recorded' })
    const said = (list: typeof records) => list.map(({ promptTokens }) => promptTokens)
    expect(said(recorded.records)[0]).toBe(said(records)[0])
    expect(said(recorded.records)[1]).not.toBe(said(records)[1])
  },
)

test('conversations that a server breaks off are reported, none is lost', async () => {
  const baseUrl = await simulatedUrl()
  const { records, summary } = await hold(baseUrl, {
    datasetName: 'random-multi-turn',
    numPrompts: 2,
    multiTurnNumTurns: 4,
    // The second turn is longer than the model reads.
    randomInputLen: 20,
    perTurnInputLen: 40_000,
    randomOutputLen: 4,
  })
  expect(records).toHaveLength(8)
  expect(summary).toMatchObject({
    completed: 2,
    failed: 6,
    conversations: { completed: 0, failed: 2 },
  })
  const codes = records.map(({ error }) => error?.code ?? null)
  const broken = [null, 'http-status', 'conversation-ended', 'conversation-ended']
  expect(codes).toEqual([...broken, ...broken])
})

test('conversations between two turns when the run is cancelled are cut off, not completed', async () => {
  const baseUrl = await simulatedUrl()
  const cancelling = new AbortController()
  // Three conversations of one turn are over; the users of the others think for a minute.
  const talks = [1, 1, 1, 2, 2].map((turns) => ({
    messages: Array.from({ length: turns }, (_, t) => [
      { role: 'user', content: 'Go on.', output_tokens: 3, think_s: t === 0 ? null : 60 },
      { role: 'assistant', content: 'Yes.' },
    ]).flat(),
  }))
  const lines = talks.map((talk) => JSON.stringify(talk)).join('\n')
  let answered = 0
  const { summary, records, config, outcome } = await hold(
    baseUrl,
    {
      datasetName: 'multi_turn',
      datasetPath: await temporaryFile('talks.jsonl', lines),
      numPrompts: 0,
      multiTurnMinTurns: 1,
    },
    {
      signal: cancelling.signal,
      onRecords: (list) => {
        answered += list.length
        if (answered === 5) cancelling.abort()
      },
    },
  )
  expect(outcome.cancelled).toBe(true)
  expect(records.filter(({ error }) => error === null)).toHaveLength(5)
  expect(summary.conversations).toMatchObject({ completed: 3, failed: 0, turnsEach: 1 })
  expect(summary.conversations?.duration.count).toBe(3)
  expect(genuineFailures(summary)).toBe(0)
  expect(cutOff(summary)).toBe(2)
  const judgement = judgeRun({ config, summary, status: 'cancelled' })
  expect(judgement?.reasons.map(({ code }) => code)).toContain('cancelled')
})
