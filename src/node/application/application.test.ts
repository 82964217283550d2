// Stories of the whole application: real processes, a real database, every call through the contract.
import { inEnglish, message } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { serveAnswers, webPage } from '#node/experiment/http-server.test-support.ts'
import { clientOf, type Client } from './services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  readySimulator,
  smallBenchmark,
  temporaryFolder,
  twoRates,
  Window,
} from './application.test-support.ts'

function openWindow(): { client: Client; window: Window } {
  const client = clientOf(openApplication())
  return { client, window: new Window(client) }
}

/** Far more than a test waits for: each test that starts it cancels it. */
const endlessBenchmark = { ...smallBenchmark, numPrompts: 5000, requestRate: 40 }

test('a simulator starts in phases, sends its log, becomes ready and stops', async () => {
  const { client, window } = openWindow()
  const { id, facts } = await readySimulator(client, window).then((server) => ({
    id: server.id,
    facts: server.state.state === 'ready' ? server.state.facts : null,
  }))
  expect(facts).toMatchObject({ simulated: true, version: '0.0.0-sim' })
  // Without its port and its start-up, which change no figure.
  expect(facts?.simulator).toEqual({ preset: 'quick', seed: 0, flags: {} })
  expect((await client.servers.log({ id })).join('\n')).toContain('vLLM server')
  await window.event((event) => event.type === 'server-log' && event.id === id)
  const { state } = await client.servers.stop({ id })
  expect(state).toEqual({ state: 'stopped' })
  expect((await client.servers.start({ id })).state.state).toBe('starting')
  await window.server(id, 'ready')
})

test('several simulators run side by side on ports of their own', async () => {
  const { client, window } = openWindow()
  const servers = await Promise.all([1, 2].map(() => readySimulator(client, window)))
  const urls = servers.map(({ state }) => (state.state === 'ready' ? state.baseUrl : null))
  expect(new Set(urls).size).toBe(2)
})

test('a simulator whose port is taken fails with a sentence', async () => {
  const { client, window } = openWindow()
  const port = Number(new URL(await serveAnswers({})).port)
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0, port } as const
  const { id } = await client.servers.startSimulator({ name: 'taken', spec })
  const { state } = await window.server(id, 'failed')
  expect(state.state === 'failed' && inEnglish(state.message)).toContain(String(port))
})

test('an unknown preset is refused before anything is added', async () => {
  const { client } = openWindow()
  const spec = { kind: 'simulator', preset: 'abacus' } as const
  await expect(client.servers.startSimulator({ name: null, spec })).rejects.toMatchObject({
    code: 'not-found',
    field: 'preset',
  })
  expect(await client.servers.list()).toEqual([])
})

test('a server that runs elsewhere is attached by any of its usual addresses', async () => {
  const { client, window } = openWindow()
  const { state } = await readySimulator(client, window)
  const baseUrl = state.state === 'ready' ? state.baseUrl : ''
  const attached = await client.servers.attach({
    name: null,
    spec: { kind: 'attached', baseUrl: `${baseUrl}/v1/` },
    apiKey: null,
  })
  expect(attached).toMatchObject({ spec: { baseUrl }, state: { state: 'ready', baseUrl } })
})

test('the number of GPUs is that of the user, or of a simulated server', async () => {
  const { client, window } = openWindow()
  const { state } = await readySimulator(client, window)
  const baseUrl = state.state === 'ready' ? state.baseUrl : ''
  expect(state).toMatchObject({ facts: { gpuCount: 1 } })
  const { id } = await client.servers.attach({
    name: null,
    apiKey: null,
    spec: { kind: 'attached', baseUrl, gpuCount: 8 },
  })
  const order = { serverId: id, name: null, config: smallBenchmark }
  const started = await client.benchmarks.start(order)
  const run = await window.run(started.id, 'completed')
  expect(run.facts).toMatchObject({ simulated: true, gpuCount: 8 })
})

test('a web page is not attached as a server', async () => {
  const { client } = openWindow()
  const baseUrl = await serveAnswers({ 'GET /v1/models': webPage })
  const spec = { kind: 'attached', baseUrl } as const
  await expect(client.servers.attach({ name: null, spec, apiKey: null })).rejects.toMatchObject({
    data: { code: 'not-an-llm-server' },
  })
  expect(await client.servers.list()).toEqual([])
})

test('a benchmark is previewed, started, followed, summarised and exported', async () => {
  const { client, window } = openWindow()
  const server = await attachSimulator(client)
  const config = { ...smallBenchmark, requestRate: 100, header: { 'x-team': 'hush' } }
  const preview = await client.benchmarks.preview({ serverId: server.id, config })
  expect(preview).toMatchObject({ problems: [], requests: 12, estimatedOutputTokens: 96 })
  expect(preview.gpus).toBe(1)
  expect(preview.command).toContain('vllm bench serve')

  const started = await client.benchmarks.start({ serverId: server.id, name: 'first', config })
  expect(started).toMatchObject({ status: 'preparing', name: 'first', serverName: server.name })
  const run = await window.run(started.id, 'completed')
  expect(run).toMatchObject({ plannedRequests: 12, facts: { simulated: true } })
  expect(run.summary).toMatchObject({ completed: 12, failed: 0, totalOutputTokens: 96 })
  expect(JSON.stringify(run)).not.toContain('hush')
  const known = { ...config, metricPercentiles: [50] }
  const foreseen = await client.benchmarks.preview({ serverId: server.id, config: known })
  // On a busy machine, the run describes its client, and foretells nothing.
  const isTold = judgeRun(run)?.grade !== 'not-usable'
  const told = { metric: 'ttft', percentile: 50, run: { id: started.id, name: 'first' } }
  expect(foreseen.precision ?? null).toEqual(isTold ? expect.objectContaining(told) : null)
  const again = { serverId: server.id, name: null, config: run.config }
  await expect(client.benchmarks.start(again)).rejects.toMatchObject({
    data: { field: 'header', message: { params: { text: message('config.secretNotKept') } } },
  })
  expect(window.news.some(({ type }) => type === 'live')).toBe(true)
  expect(window.news.some(({ type }) => type === 'step')).toBe(true)

  const { id } = run
  expect(await client.runs.live({ id })).toEqual([])
  expect(await client.runs.step({ id })).toBeNull()
  const { total, rows } = await client.runs.requests({ id, limit: 5, sort: 'e2elMs' })
  expect([total, rows.length]).toEqual([12, 5])
  const counts = (await client.runs.distributions({ id })).map(({ metric, count }) => [
    metric,
    count,
  ])
  expect(Object.fromEntries(counts)).toMatchObject({ ttft: 12, e2el: 12 })
  const { metrics } = await client.runs.percentiles({ id, percentiles: [0, 97.5, 99] })
  const { ttft = [] } = metrics
  const stored = (await client.runs.get({ id })).summary?.metrics.ttft
  expect(ttft.map(({ percentile }) => percentile)).toEqual([0, 97.5, 99])
  expect(ttft[0]?.value).toBe(stored?.min)
  expect(ttft.slice(2)).toEqual(stored?.percentiles.filter(({ percentile }) => percentile === 99))
  const timeline = await client.runs.timeline({ id })
  const tokens = timeline.outputTokensPerSecond.reduce((sum, rate) => sum + rate, 0)
  expect(tokens * timeline.bucketS).toBeCloseTo(96, 6)

  const json = await client.runs.export({ id, format: 'json-detailed' })
  expect(JSON.parse(json.text)).toMatchObject({ completed: 12, ttfts: { length: 12 } })
  const csv = await client.runs.export({ id, format: 'csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(13)
})

test('cancelling keeps what was measured, and a name given meanwhile', async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const order = { serverId, name: null, config: endlessBenchmark }
  const { id } = await client.benchmarks.start(order)
  await window.event((event) => event.type === 'live' && event.snapshot.completed > 0)
  expect((await client.runs.live({ id })).length).toBeGreaterThan(0)
  expect(await client.runs.step({ id })).toBe('running')
  await client.runs.update({ id, name: 'cut short', tags: ['tp1'], notes: 'too slow' })
  await client.benchmarks.cancel({ id })
  const run = await window.run(id, 'cancelled')
  expect(run).toMatchObject({ name: 'cut short', tags: ['tp1'], notes: 'too slow', failure: null })
  const { total } = await client.runs.requests({ id })
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(5000)
  expect((run.summary?.completed ?? 0) + (run.summary?.failed ?? 0)).toBe(total)
})

test('a second benchmark is refused while one runs, and neither it nor its run can be removed', async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const order = { serverId, name: 'long', config: endlessBenchmark }
  const { id } = await client.benchmarks.start(order)
  await expect(client.benchmarks.start(order)).rejects.toMatchObject({ data: { code: 'busy' } })
  await expect(client.runs.remove({ ids: [id] })).rejects.toMatchObject({ data: { code: 'busy' } })
  await client.benchmarks.cancel({ id })
  await window.run(id, 'cancelled')
  await client.runs.remove({ ids: [id] })
  await expect(client.runs.get({ id })).rejects.toMatchObject({ data: { code: 'not-found' } })
  await window.event((event) => event.type === 'run-removed' && event.id === id)
})

test('bad input is refused with the field at fault', async () => {
  const { client } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const start = (config: object) =>
    client.benchmarks.start({ serverId, name: null, config: { ...smallBenchmark, ...config } })
  await expect(start({ numPrompts: 0 })).rejects.toMatchObject({
    data: { code: 'invalid-input', field: 'numPrompts' },
  })
  await expect(start({ randomOutputLen: -1 })).rejects.toMatchObject({
    message: 'randomOutputLen must be at least 1',
    data: { code: 'invalid-input', field: 'randomOutputLen' },
  })
  expect(await client.runs.list({})).toEqual([])
})

test('a model the server refuses makes a run in which nothing was measured, and says so', async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const config = { ...smallBenchmark, model: 'gpt-9' }
  const { id } = await client.benchmarks.start({ serverId, name: null, config })
  const run = await window.run(id, 'completed')
  expect(run.summary).toMatchObject({ completed: 0 })
  expect(run.summary?.errors[0]?.message).toContain('404')
  expect(judgeRun(run)?.reasons[0]?.code).toBe('nothing-measured')
})

test('a benchmark on a server that is not ready is refused', async () => {
  const { client } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  await client.servers.stop({ id: serverId })
  const order = { serverId, name: null, config: smallBenchmark }
  await expect(client.benchmarks.start(order)).rejects.toMatchObject({
    data: { code: 'invalid-input', field: 'serverId' },
  })
})

test('a sweep runs its points in order, and each is a run of its own', async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const plan = twoRates('two rates')
  const preview = await client.sweeps.preview({ serverIds: [serverId], plan })
  expect(preview).toMatchObject({ problems: [], points: 2, requests: 24, estimatedDurationS: null })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  const sweep = await window.sweep(id, 'completed')
  expect(sweep.points.map(({ status }) => status)).toEqual(['completed', 'completed'])

  const runs = await client.runs.list({ sweepId: id })
  expect(runs.map(({ pointIndex }) => pointIndex).sort()).toEqual([0, 1])
  const csv = await client.sweeps.export({ id, format: 'csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  const json = await client.sweeps.export({ id, format: 'json' })
  expect(JSON.parse(json.text)).toMatchObject([
    { request_rate: 50, completed: 12 },
    { request_rate: 'inf', completed: 12 },
  ])

  await client.runs.remove({ ids: [sweep.points[0]?.runId ?? ''] })
  expect((await client.sweeps.get({ id })).points[0]?.runId).toBeNull()
  await client.sweeps.remove({ id })
  expect(await client.runs.list({})).toEqual([])
})

test('cancelling a sweep, or the run it is at, ends both and leaves the other points undone', async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const plan = {
    name: 'cut short',
    config: endlessBenchmark,
    requestRates: [40, 50],
    maxConcurrencies: [null],
    secondsPerPoint: null,
  }
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  await window.event((event) => event.type === 'live')
  await expect(client.sweeps.remove({ id })).rejects.toMatchObject({ data: { code: 'busy' } })
  const [run] = await client.runs.list({ sweepId: id })
  await client.benchmarks.cancel({ id: run?.id ?? '' })
  const sweep = await window.sweep(id, 'cancelled')
  expect(sweep.points.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect(sweep.points.map(({ runId }) => runId)).toEqual([run?.id, null])
})

test('closing in the middle of a run keeps it as cancelled, with what it measured', async () => {
  const folder = temporaryFolder()
  const application = openApplication({ folder })
  const client = clientOf(application)
  const window = new Window(client)
  const { id: serverId } = await attachSimulator(client)
  const { id } = await client.benchmarks.start({ serverId, name: null, config: endlessBenchmark })
  await window.event((event) => event.type === 'live' && event.snapshot.completed > 0)
  await application.close()

  const again = clientOf(openApplication({ folder }))
  const run = await again.runs.get({ id })
  expect(run.status).toBe('cancelled')
  expect(run.summary?.completed).toBeGreaterThan(0)
  expect(await again.servers.list()).toMatchObject([{ id: serverId }])
})
