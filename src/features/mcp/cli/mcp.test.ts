// `kneepoint mcp` as an agent has it: the protocol's own client, the simulator, real runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { agentTools } from './agent-tools.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-'))
const secret = 'sk-planted-in-the-environment'

const answerSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
})

let client: Client

beforeAll(async () => {
  client = await connected(['--output-dir', folder])
})

afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

async function connected(args: readonly string[], data = 'data'): Promise<Client> {
  const agent = new Client({ name: 'test', version: '1' })
  const env = {
    ...process.env,
    KNEEPOINT_DATA: path.join(folder, data),
    KNEEPOINT_KEY_PLANTED: secret,
    LC_ALL: 'C',
  }
  const texts = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', commandLine, 'mcp', ...args],
      env: Object.fromEntries(texts),
      stderr: 'ignore',
    }),
  )
  return agent
}

/** Names of the tools that answered. */
const answered = new Set<string>()

async function called(name: string, args: Record<string, unknown> = {}, agent = client) {
  const result = await agent.callTool({ name, arguments: args }, { timeout: 120_000 })
  const { isError, content, structuredContent = {} } = answerSchema.parse(result)
  expect(JSON.stringify(result)).not.toContain(secret)
  if (!isError) answered.add(name)
  return { isError, text: content[0].text, data: structuredContent }
}

const load = [
  ...['--dataset-name', 'random', '--prompt-token-ids', '--num-prompts', '60'],
  ...['--random-input-len', '64', '--random-output-len', '8', '--request-rate', '40'],
]

/** The last line says when the report was made. */
const untilMaker = (text: string) => text.slice(0, text.lastIndexOf('Made by'))

const serverSchema = z.object({ id: z.string(), address: z.string().nullable() })
const serversSchema = z.object({ servers: z.tuple([serverSchema]) })

/** Value and both ends of its interval. */
const figure = z.tuple([z.number(), z.number(), z.number()])
/** Without ends if requests pile up, as they may on a busy machine. */
const latency = z.tuple([z.number(), z.number().nullable(), z.number().nullable()])
const rowSchema = z.object({
  id: z.string(),
  grade: z.enum(['valid', 'caution', 'not-usable']),
  answer: z.string().min(10),
  throughputs: z.looseObject({ requestThroughput: figure, outputThroughput: figure }),
  latenciesMs: z.looseObject({ ttft: z.looseObject({ mean: latency }) }),
})
const runSchema = z.object({ run: rowSchema })
const runsSchema = z.object({ runs: z.array(rowSchema).min(1) })
const sweepSchema = z.object({
  id: z.string(),
  answers: z.array(z.object({ answer: z.string(), confidence: z.string().nullable() })).min(1),
})

async function simulator() {
  const { servers } = serversSchema.parse((await called('start_simulator')).data)
  return servers[0]
}

test('offers its tools with what each takes', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('search_capacity')
  for (const { description, inputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(15)
    expect(inputSchema.type).toBe('object')
    expect(annotations?.readOnlyHint).toBeTypeOf('boolean')
  }
})

test('runs a benchmark, reads it again, compares and reports it', async () => {
  const { id: serverId } = await simulator()
  const progress: number[] = []
  const result = await client.callTool(
    { name: 'run_benchmark', arguments: { serverId, arguments: load, name: 'first' } },
    { timeout: 120_000, onprogress: ({ progress: done }) => progress.push(done) },
  )
  const first = answerSchema.parse(result)
  expect(first.content[0].text).toMatch(/^# first\n\n\*\*Simulated\*\*/)
  expect(first.content[0].text).toMatch(/\| 1 \| 40 \| .*(Valid|Caution|Not usable)/)
  expect(progress.length).toBeGreaterThan(0)
  const { run } = runSchema.parse(first.structuredContent)

  const second = await called('run_benchmark', { serverId, arguments: load, name: 'second' })
  const { run: other } = runSchema.parse(second.data)
  const again = await called('read_run', { runId: run.id.slice(0, 8) })
  expect(untilMaker(again.text)).toBe(untilMaker(first.content[0].text))
  const listed = await called('list_runs')
  expect(listed.text).toContain('second')
  expect(runsSchema.parse(listed.data).runs).toHaveLength(2)
  const estimated = await called('estimate_benchmark', { serverId, arguments: load })
  expect(estimated.text).toContain('60 requests, 4320 tokens')
  const compared = await called('compare_runs', { runIds: [run.id, other.id] })
  expect(compared.text).toMatch(/^second against first\n/)
  expect(compared.text).toContain('99 % interval')
  runsSchema.parse(compared.data)

  const report = await called('write_report', { runIds: [run.id, other.id] })
  expect(report.text).toMatch(/^Written to .*\.html/)
  expect(readdirSync(folder).filter((name) => name.endsWith('.html'))).toHaveLength(1)
  expect((await called('stop_server', { serverId })).text).toContain('stop')
}, 120_000)

test('sweeps loads, and answers with the curve and its knee', { tags: 'nightly' }, async () => {
  const { id: serverId } = await simulator()
  const { text, isError } = await called('run_sweep', {
    ...{ serverId, arguments: load, requestRates: [20, 40], secondsPerPoint: 2 },
  })
  expect(isError).toBe(false)
  expect(text).toMatch(/knee/i)
  expect(text).toMatch(/\| 2 \| 40 \|/)
  const limits = { maxConcurrencies: [2, 4], secondsPerPoint: 2 }
  const closed = await called('run_sweep', { serverId, arguments: load, ...limits })
  expect(closed.text).toMatch(/\| 2 \| inf \| 4 \|/)
})

test('searches a capacity, and lists and reads it again with its answer', async () => {
  const { id: serverId } = await simulator()
  const limits = ['mean ttft <= 150 ms']
  const { text, data, isError } = await called('search_capacity', {
    ...{
      serverId,
      limits,
      arguments: load,
      over: 'maxConcurrency',
      from: 2,
      upTo: 64,
      mostRuns: 3,
    },
  })
  expect(isError, text).toBe(false)
  const { sweep } = z.object({ sweep: sweepSchema }).parse(data)
  expect(sweep.answers[0]?.answer).toMatch(/capacity/i)
  const { sweeps } = z
    .object({ sweeps: z.array(sweepSchema) })
    .parse((await called('list_sweeps')).data)
  expect(sweeps[0]).toEqual(sweep)
  const again = await called('read_sweep', { sweepId: sweep.id })
  expect(untilMaker(again.text)).toBe(untilMaker(text))
  expect(again.data).toEqual(data)
}, 240_000)

test(
  'tunes flags, and refuses a file that it cannot take',
  { tags: 'nightly', timeout: 240_000 },
  async () => {
    const { data } = await called('start_simulator')
    const { servers } = z.object({ servers: z.tuple([z.object({ name: z.string() })]) }).parse(data)
    const workload = {
      servers: [servers[0].name],
      benchmark: {
        ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'num-prompts': 40 },
        ...{ 'random-input-len': 32, 'random-output-len': 8 },
      },
    }
    const tuned = {
      ...workload,
      objective: { capacity: 'max-concurrency', from: 2, 'up-to': 64 },
      limits: ['mean ttft <= 150 ms'],
      flags: { 'max-num-seqs': [4, 8] },
      budget: { runs: 10 },
    }
    const tune = (file: object) => called('run_tune', { file: JSON.stringify(file) })
    const { text, data: found, isError } = await tune(tuned)
    expect(isError, text).toBe(false)
    // On a busy machine our own client may be the limit, and then nothing is found.
    expect(text).toContain('Limits: `mean ttft <= 150 ms`')
    expect(text).toMatch(/settings? tried in \d+ runs/)
    const { sweep } = z.object({ sweep: sweepSchema }).parse(found)
    expect(sweep.answers).toHaveLength(1)
    expect(text).toContain(sweep.answers[0]?.answer)
    const kept = await called('list_sweeps')
    expect(kept.text).toContain(sweep.answers[0]?.answer)
    const elsewhere = await tune({ ...tuned, servers: [{ url: 'http://127.0.0.1:9' }] })
    expect(elsewhere.isError).toBe(true)
    const untuned = await tune({ ...workload, load: { 'request-rate': [1] } })
    expect(untuned).toMatchObject({ isError: true })
    expect(untuned.text).toContain('tunes no flags')
  },
)

const importedSchema = z.object({
  imported: z.array(z.object({ id: z.string(), name: z.string() })),
  known: z.array(z.object({ id: z.string() })),
})

/** As `vllm bench serve --save-detailed` writes it: 40 requests, one each tenth of a second. */
function writtenResults(name: string, ttftS: number): string {
  const each = <Value>(value: (index: number) => Value) =>
    Array.from({ length: 40 }, (_, n) => value(n))
  const file = path.join(folder, name)
  const results = {
    ...{ date: '20261121-190000', endpoint_type: 'vllm', label: null, model_id: 'org/m' },
    ...{ tokenizer_id: 'org/m', num_prompts: 40, request_rate: 10, burstiness: 1 },
    ...{ max_concurrency: null, duration: 4.1, completed: 40, failed: 0 },
    ...{ total_input_tokens: 400, total_output_tokens: 120, request_throughput: 40 / 4.1 },
    ...{ mean_ttft_ms: 1000 * ttftS, input_lens: each(() => 10), output_lens: each(() => 3) },
    ...{ ttfts: each((index) => ttftS + 0.001 * (index % 5)), itls: each(() => [0.01, 0.01]) },
    ...{ start_times: each((index) => 100 + index / 10), generated_texts: each(() => 'a') },
    errors: each(() => ''),
  }
  writeFileSync(file, JSON.stringify(results))
  return file
}

test('imports what vLLM wrote, for comparison with own runs', async () => {
  const files = [writtenResults('before.json', 0.02), writtenResults('after.json', 0.03)]
  const ids: string[] = []
  for (const file of files) {
    const { data, text, isError } = await called('import_results', { file })
    expect(isError, text).toBe(false)
    const { imported } = importedSchema.parse(data)
    for (const { id } of imported) expect(text).toContain(id)
    ids.push(...imported.map(({ id }) => id))
  }
  expect(ids).toHaveLength(files.length)
  const again = await called('import_results', { file: files[0] })
  expect(again.text).toContain('imported before')
  expect(importedSchema.parse(again.data)).toMatchObject({ imported: [], known: [{ id: ids[0] }] })
  const compared = await called('compare_runs', { runIds: ids.slice(0, 2) })
  expect(compared.text).toContain('99 % interval')
  const broken = path.join(folder, 'broken.json')
  writeFileSync(broken, '{"ttft": 1}')
  expect((await called('import_results', { file: broken })).text).toContain('broken.json')
}, 60_000)

test('asks for the agreement of the user above its limits, before anything is sent', async () => {
  const { address } = await simulator()
  const careful = await connected(['--output-dir', folder, '--max-gpu-seconds', '1'], 'careful')
  try {
    const attached = await called('attach_server', { baseUrl: address, gpuCount: 4 }, careful)
    const [server] = serversSchema.parse(attached.data).servers
    const order = { serverId: server.id, arguments: load }
    const refused = await called('run_benchmark', order, careful)
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(/about \d+ GPU seconds and 4320 tokens; more than 1 and 2000000/)
    expect((await called('list_runs', {}, careful)).data).toEqual({ runs: [] })
    const agreed = await called('run_benchmark', { ...order, confirmed: true }, careful)
    expect(agreed.text).toContain('| 1 | 40 |')
  } finally {
    await careful.close()
  }
}, 120_000)

test('speaks over HTTP with its token, and refuses requests without it', async () => {
  const child = spawn(process.execPath, ['--no-warnings', commandLine, 'mcp', '--http', '0'], {
    env: { ...process.env, KNEEPOINT_DATA: path.join(folder, 'http'), LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  try {
    const notes = await new Promise<string>((resolve) => {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Bearer')) resolve(said)
      })
    })
    const [url = ''] = /http:\S+/.exec(notes) ?? []
    const token = /Bearer (\S+)/.exec(notes)?.[1] ?? ''
    const bare = await fetch(url, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(401)
    const foreign = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: 'http://elsewhere.test' },
    })
    expect(foreign.status).toBe(401)
    const agent = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await agent.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    expect((await called('list_servers', {}, agent)).text).toBe('None.')
    await agent.close()
  } finally {
    child.kill('SIGHUP')
    await ended
  }
  expect(await ended).toEqual([0, null])
}, 60_000)

test.each([
  {
    name: 'run_benchmark',
    args: { serverId: 'none', arguments: ['--num-prompts', '-4'] },
    says: /--num-prompts/,
  },
  {
    name: 'run_benchmark',
    args: { serverId: 'none', arguments: ['--base-url', 'http://x'] },
    says: /--base-url is decided by the tool/,
  },
  { name: 'import_results', args: { file: '/no/such/results.json' }, says: /results\.json/ },
  { name: 'import_results', args: { file: tmpdir() }, says: /not a (regular )?file/ },
  { name: 'read_run', args: { runId: 'zzz' }, says: /begins with "zzz"/ },
  { name: 'start_simulator', args: { preset: 'b200' }, says: /There are quick,/ },
  {
    name: 'attach_server',
    args: { baseUrl: 'http://127.0.0.1:9', apiKeyVariable: 'KNEEPOINT_KEY_NOT_SET' },
    says: /KNEEPOINT_KEY_NOT_SET is not set/,
  },
  {
    name: 'attach_server',
    args: { baseUrl: 'http://127.0.0.1:9', apiKeyVariable: 'PATH' },
    says: /PATH is not among the variables that hold keys/,
  },
  {
    name: 'attach_server',
    args: { baseUrl: 'http://127.0.0.1:9', apiKeyVariable: 'KNEEPOINT_KEY_PLANTED' },
    says: /127\.0\.0\.1:9/,
  },
])('$name refuses $args in a sentence', async ({ name, args, says }) => {
  const { isError, text } = await called(name, args)
  expect(isError).toBe(true)
  expect(text).toMatch(says)
})

/** Tools that only nightly tests above call. */
const atNight = ['run_sweep', 'run_tune']

test('every tool answered above, without the secret', async () => {
  expect((await called('list_hosts')).text).toContain('This computer')
  const names = agentTools.map(({ name }) => name)
  expect([...new Set([...answered, ...atNight])].toSorted()).toEqual(names.toSorted())
})
