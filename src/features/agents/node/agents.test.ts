// Agents against a simulated server, from the flags to the summary.
import { createHash } from 'node:crypto'
import { createServer, request as forward } from 'node:http'
import { expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'

/** Passes requests on to a server, and notes the digest of each body by its request id. */
async function overhear(
  target: string,
): Promise<Readonly<{ url: string; heard: Map<string, string> }>> {
  const heard = new Map<string, string>()
  const server = createServer((incoming, outgoing) => {
    const hash = createHash('sha256')
    const passed = forward(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.on('data', (chunk: Buffer) => hash.update(chunk))
    incoming.on('end', () => {
      const id = incoming.headers['x-request-id']
      if (typeof id === 'string') heard.set(id, hash.digest('hex'))
    })
    incoming.pipe(passed)
  })
  return { url: `http://127.0.0.1:${await listenUntilFinished(server)}`, heard }
}

async function send(baseUrl: string, changes: Partial<BenchmarkConfig>) {
  const config = benchmarkConfigSchema.parse({
    backend: 'openai-chat',
    endpoint: '/v1/chat/completions',
    readyCheckTimeoutSec: 0,
    ...changes,
  })
  const tools = { runLoad, requestIdPrefix: 'bench-' }
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  return runBenchmark(request, tools, silentHooks, new AbortController().signal)
}

const manyAgents: Partial<BenchmarkConfig> = {
  datasetName: 'random-agent',
  numPrompts: 200,
  maxConcurrency: 200,
  agentSteps: 20,
  agentVariation: 0,
  agentSystemLen: 20,
  agentTaskLen: 10,
  agentToolResultLen: 5,
  agentOutputLen: 2,
  toolLatencyMs: 5,
}

const numbersOfAgents = [
  { agents: 10, tags: [] },
  { agents: 200, tags: ['nightly'] },
]

for (const { agents, tags } of numbersOfAgents) {
  const title = `${agents} agents of 20 steps at the same time: the same seed sends the same bytes`
  test(title, { tags, timeout: 300_000 }, async () => {
    const target = await simulatedUrl()
    const runs: ReadonlyMap<string, string>[] = []
    for (const [seed, numPrompts] of [
      [7, agents],
      [7, agents],
      [8, 2],
    ] as const) {
      const { url, heard } = await overhear(target)
      const { records, summary } = await send(url, { ...manyAgents, seed, numPrompts })
      expect(records.filter(({ error }) => error !== null)).toEqual([])
      const conversations = { completed: numPrompts, failed: 0, turnsEach: 20 }
      expect(summary.conversations).toMatchObject(conversations)
      const sent = new Set(records.map(({ requestId }) => requestId))
      runs.push(new Map([...heard].filter(([id]) => sent.has(id))))
    }
    const [first, again, other] = runs
    expect(first?.size).toBe(agents * 20)
    expect(again).toEqual(first)
    expect(other?.get('bench-agent-0-step0')).not.toBe(first?.get('bench-agent-0-step0'))
  })
}

test('an invalid trajectory is refused at its line and field, and nothing is sent', async () => {
  const { url, heard } = await overhear(await simulatedUrl())
  const good = { messages: [{ role: 'user', content: 'Hi' }] }
  const stray = { messages: [...good.messages, { role: 'tool', tool_call_id: 'x', content: '' }] }
  const lines = [good, stray].map((each) => JSON.stringify(each)).join('\n')
  const datasetPath = await temporaryFile('agents.jsonl', lines)
  await expect(
    send(url, { datasetName: 'agent_trace', datasetPath, numPrompts: 0 }),
  ).rejects.toThrow(/line 2: messages\.1\.tool_call_id: no response before it calls a tool/)
  expect(heard.size).toBe(0)
})

test('agents of a file use their tools as recorded, and start midway', async () => {
  const call = { id: 'x', type: 'function', function: { name: 'run', arguments: '{}' } }
  const steps = Array.from({ length: 6 }, () => [
    { role: 'assistant', content: '', tool_calls: [call], output_tokens: 3 },
    { role: 'tool', tool_call_id: 'x', content: 'done', latency_s: 0.03 },
  ]).flat()
  const entry = { messages: [{ role: 'user', content: 'Fix it.' }, ...steps] }
  const datasetPath = await temporaryFile('agents.jsonl', JSON.stringify(entry))
  const load = {
    datasetName: 'agent_trace' as const,
    datasetPath,
    numPrompts: 8,
    customOutputLen: 3,
    maxConcurrency: 4,
    seed: 1,
  }
  const { records, summary } = await send(await simulatedUrl(), { ...load, agentStartMidway: true })
  expect(records.filter(({ error }) => error !== null)).toEqual([])
  const depths = records.map(({ turn }) => turn?.step?.depth ?? -1)
  const first = records.filter(({ turn }) => turn?.number === 0)
  expect(first.slice(4).map(({ turn }) => turn?.step?.depth)).toEqual([0, 0, 0, 0])
  expect(first.slice(0, 4).some(({ turn }) => (turn?.step?.depth ?? 0) > 0)).toBe(true)
  expect(Math.max(...depths)).toBe(6)
  expect(summary.conversations?.completed).toBe(8)
  const whole = first.filter(({ turn }) => turn?.step?.depth === 0).length
  expect(summary.conversations?.agents?.timeToSolution.count).toBe(whole)
  expect(summary.metrics.time_to_solution.count).toBe(whole)
  expect(summary.trajectories).toBe(8)
  // Six tools of 30 ms each; the client adds what it takes to send.
  expect(summary.conversations?.agents?.toolTime.min).toBeGreaterThanOrEqual(180)
  const [before, after] = records.slice(-2)
  expect((after?.scheduledAtUs ?? 0) - (before?.endedAtUs ?? 0)).toBe(30_000)
})

test('cancelled subagents agree with log and seed', { tags: 'nightly' }, async () => {
  const log: RequestLogEntry[] = []
  const target = await simulatedUrl({ seed: 4 }, { onRequest: (entry) => void log.push(entry) })
  const changes = {
    ...manyAgents,
    ...{ numPrompts: 6, maxConcurrency: 6, agentSteps: 3, agentFanOut: 1, agentSubagents: 2 },
    ...{ agentSubagentSteps: 2, agentOutputLen: 60, agentCancelledBranches: 0.5, seed: 3 },
  }
  const runs = [await send(target, changes), await send(target, changes)]
  const [first, second] = runs.map(({ records }) =>
    records.map(({ turn, error }) => [turn?.conversation, turn?.number, error?.code ?? null]),
  )
  expect(second).toEqual(first)
  const records = runs.flatMap((run) => run.records)
  const ours = () => log.filter(({ requestId }) => requestId?.startsWith('bench-') === true)
  await expect.poll(() => ours().length).toBe(records.length)
  const cut = records.filter(({ error }) => error?.code === 'branch-cancelled')
  const incomplete = ours().filter(({ complete }) => !complete)
  expect(incomplete.map(({ requestId }) => requestId).toSorted()).toEqual(
    cut.map(({ requestId }) => requestId).toSorted(),
  )
  for (const { summary } of runs) {
    const { agents, completed, failed } = summary.conversations ?? {}
    expect({ completed, failed }).toEqual({ completed: 6, failed: 0 })
    expect(summary).toMatchObject({ failed: 0, clientCancelled: cut.length / 2, trajectories: 6 })
    // Four subagents per agent: two of its three steps start two.
    expect(agents?.branches).toMatchObject({ begun: 24, cancelledRequests: cut.length / 2 })
    expect(agents?.branches?.cancelled).toBeGreaterThanOrEqual(cut.length / 2)
    expect(agents?.branches?.outputTokens).toBeGreaterThanOrEqual(summary.discardedTokens ?? 0)
    expect(agents?.timeToSolution.count).toBe(6)
  }
  expect(cut.length).toBeGreaterThan(4)
})
