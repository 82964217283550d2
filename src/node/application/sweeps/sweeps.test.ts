// Sweeps on real simulators in processes of their own: started with flags, paused, taken up again, put back.
import { inEnglish } from '#core/messages/message.ts'
import { describe, expect, test } from 'vitest'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { sweepPlanSchema, type Sweep, type SweepPlan } from '#core/model/sweep.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  smallBenchmark,
  temporaryFolder,
  Window,
} from '../application.test-support.ts'

const plan: SweepPlan = sweepPlanSchema.parse({
  name: 'rates',
  config: smallBenchmark,
  requestRates: [60, 120, 240],
  maxConcurrencies: [8],
  secondsPerPoint: null,
})

const batches = [
  {
    name: 'batch',
    settings: [{ server: { 'max-num-seqs': 2 } }, { server: { 'max-num-seqs': 8 } }],
  },
]

function composed(changes: object): SweepPlan {
  return sweepPlanSchema.parse({ ...plan, ...changes })
}

function openWindow(folder = temporaryFolder()) {
  const application = openApplication({ folder })
  const client = clientOf(application)
  return { application, client, window: new Window(client) }
}

async function stoppedSimulator(client: Client): Promise<string> {
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id } = await client.servers.startSimulator({ name: 'L4', spec })
  await client.servers.stop({ id })
  return id
}

function statusesOf({ points }: Sweep) {
  return points.map(({ status }) => status)
}

async function kindsOf(client: Client, id: string): Promise<SweepLogEntry['kind'][]> {
  return (await client.sweeps.log({ id })).map(({ kind }) => kind)
}

describe('a sweep over flags of a server', () => {
  test('starts it once for each, and leaves it as it was', async () => {
    const { client, window } = openWindow()
    const serverId = await stoppedSimulator(client)
    const swept = composed({ axes: batches, requestRates: [200], maxConcurrencies: [null] })
    const { id } = await client.sweeps.start({ serverIds: [serverId], plan: swept })
    const sweep = await window.sweep(id, 'completed')
    expect(statusesOf(sweep)).toEqual(['completed', 'completed'])
    const log = await client.sweeps.log({ id })
    const started = log.filter(({ kind }) => kind === 'server-starting')
    expect(started.map(({ values }) => [values['flags'], values['was']])).toEqual([
      ['--max-num-seqs 2', 'stopped'],
      ['--max-num-seqs 8', 'stopped'],
    ])
    expect(log.map(({ kind }) => kind).slice(-2)).toEqual(['server-stopped', 'ended'])
    const [server] = await client.servers.list()
    expect(server?.state.state).toBe('stopped')
    expect(server?.spec).not.toHaveProperty('flags')

    // Two at a time take longer for the same burst than eight.
    const runs = await Promise.all(
      sweep.points.map(({ runId }) => client.runs.get({ id: runId ?? '' })),
    )
    const [two, eight] = runs.map(({ summary }) => summary?.durationS ?? 0)
    expect(two).toBeGreaterThan((eight ?? 0) * 1.5)
  })

  test('starts one that was running again with its own flags', { tags: 'nightly' }, async () => {
    const { client, window } = openWindow()
    const serverId = await stoppedSimulator(client)
    await client.servers.start({ id: serverId })
    await window.server(serverId, 'ready')
    const swept = composed({ axes: batches, requestRates: [200] })
    const { id } = await client.sweeps.start({ serverIds: [serverId], plan: swept })
    await window.sweep(id, 'completed')
    const log = await client.sweeps.log({ id })
    const started = log.filter(({ kind }) => kind === 'server-starting')
    expect(started.map(({ values }) => values['flags'] ?? 'own')).toEqual([
      ...['--max-num-seqs 2', '--max-num-seqs 8', 'own'],
    ])
    expect((await window.server(serverId, 'ready')).state.state).toBe('ready')
  })

  test('is refused on one that was only attached, and where the simulator knows no such flag', async () => {
    const { client } = openWindow()
    const attached = await attachSimulator(client)
    const start = client.sweeps.start({
      serverIds: [attached.id],
      plan: composed({ axes: batches }),
    })
    await expect(start).rejects.toMatchObject({ data: { code: 'invalid-input', field: 'axes' } })
    const unknown = [{ name: 'swap', settings: [{ server: { 'swap-space': 4 } }] }]
    const { problems } = await client.sweeps.preview({
      serverIds: [await stoppedSimulator(client)],
      plan: composed({ axes: unknown }),
    })
    expect(problems).toMatchObject([{ field: 'axes' }])
    expect(inEnglish(problems[0]?.message ?? '')).toContain('no --swap-space')
  })

  test('is refused where it is a secret, which every user of the host could read', async () => {
    const { client } = openWindow()
    const secret = [{ name: 'key', settings: [{ server: { 'api-key': 'planted' } }] }]
    const { problems } = await client.sweeps.preview({
      serverIds: [await stoppedSimulator(client)],
      plan: composed({ axes: secret }),
    })
    expect(problems).toMatchObject([{ field: 'axes' }])
    expect(inEnglish(problems[0]?.message ?? '')).toContain('api-key is a secret')
  })
})

describe('a sweep that is under way', () => {
  test('pauses after its point, leaves the time to others, and goes on', async () => {
    const { client, window } = openWindow()
    const { id: serverId } = await attachSimulator(client)
    const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
    await client.sweeps.pause({ id })
    const paused = await window.sweep(id, 'paused')
    expect(statusesOf(paused)).toEqual(['completed', 'waiting', 'waiting'])
    const order = { serverId, name: 'meanwhile', config: smallBenchmark }
    const run = await client.benchmarks.start(order)
    await window.run(run.id, 'completed')

    await expect
      .poll(() => client.sweeps.resume({ id }).then(({ status }) => status, String))
      .toBe('running')
    expect(statusesOf(await window.sweep(id, 'completed'))).toEqual(
      plan.requestRates.map(() => 'completed'),
    )
    const kinds = await kindsOf(client, id)
    expect(
      kinds.filter((kind) => ['started', 'paused', 'resumed', 'ended'].includes(kind)),
    ).toEqual(['started', 'paused', 'resumed', 'ended'])
  })

  test('leaves out points a reader does not want, the one that runs too', async () => {
    const { client, window } = openWindow()
    const { id: serverId } = await attachSimulator(client)
    const long = { ...smallBenchmark, numPrompts: 3000 }
    const swept = composed({ config: long, requestRates: [30, 'inf', 31], maxConcurrencies: [1] })
    const { id } = await client.sweeps.start({ serverIds: [serverId], plan: swept })
    await client.sweeps.skip({ id, index: 2 })
    await client.sweeps.skip({ id, index: 1 })
    await window.event(({ type }) => type === 'live')
    await client.sweeps.skip({ id, index: null })
    const sweep = await window.sweep(id, 'failed', 'completed')
    expect(statusesOf(sweep)).toEqual(['skipped', 'skipped', 'skipped'])
    const [cut] = await client.runs.list({ sweepId: id })
    expect(cut?.status).toBe('cancelled')
    expect(sweep.points[0]?.runId).toBe(cut?.id)
  })

  test('can be taken up again where the program was closed', { tags: 'nightly' }, async () => {
    const folder = temporaryFolder()
    const first = openWindow(folder)
    const serverId = await stoppedSimulator(first.client)
    const { id } = await first.client.sweeps.start({ serverIds: [serverId], plan })
    await first.window.event(({ type }) => type === 'live')
    await first.application.close()

    const { client, window } = openWindow(folder)
    const interrupted = await client.sweeps.get({ id })
    expect(interrupted.status).toBe('interrupted')
    expect(statusesOf(interrupted)).not.toContain('cancelled')
    await client.sweeps.resume({ id })
    expect(statusesOf(await window.sweep(id, 'completed'))).toEqual(
      plan.requestRates.map(() => 'completed'),
    )
    expect((await client.servers.list())[0]?.state.state).toBe('stopped')
  })

  test('is ended for good while it is paused, with its server as it was', async () => {
    const { client, window } = openWindow()
    const serverId = await stoppedSimulator(client)
    const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
    await client.sweeps.pause({ id })
    await window.sweep(id, 'paused')
    await expect
      .poll(() => client.sweeps.cancel({ id }).then(() => 'cancelled', String))
      .toBe('cancelled')
    expect(statusesOf(await client.sweeps.get({ id })).slice(1)).toEqual(['cancelled', 'cancelled'])
    expect((await client.servers.list())[0]?.state.state).toBe('stopped')
    await expect(client.sweeps.resume({ id })).rejects.toMatchObject({
      data: { code: 'invalid-input' },
    })
  })
})

test('a sweep searches for its loads and keeps what it found', { tags: 'nightly' }, async () => {
  const { client, window } = openWindow()
  const { id: serverId } = await attachSimulator(client)
  const search = { kind: 'capacity', over: 'maxConcurrency', from: 1, upTo: 4, mostRuns: 5 }
  const limits = [{ name: 'ttft', percentile: null, bound: 60_000 }]
  const config = { ...smallBenchmark, randomOutputLen: 2 }
  const swept = composed({ search, limits, config })
  const preview = await client.sweeps.preview({ serverIds: [serverId], plan: swept })
  expect(preview).toMatchObject({ problems: [], points: 5, requests: null })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan: swept })
  const { answers, points } = await window.sweep(id, 'completed')
  // A busy machine limits the client, and the search repeats the load or ends at it.
  const loads = new Set(points.map(({ maxConcurrency }) => maxConcurrency))
  expect([1, 2, 4]).toEqual(expect.arrayContaining([...loads]))
  expect(points[0]?.maxConcurrency).toBe(1)
  expect(answers).toMatchObject([{ server: 0, settings: [], answer: { kind: 'capacity' } }])
  expect(await kindsOf(client, id)).toContain('search-ended')
})

test('a preview of points by the clock has their time, and no number of requests', async () => {
  const { client } = openWindow()
  const { id } = await attachSimulator(client)
  const timed = { requestRates: ['inf'], maxConcurrencies: [2, 8], secondsPerPoint: 6 }
  const preview = await client.sweeps.preview({ serverIds: [id], plan: composed(timed) })
  expect(preview).toMatchObject({ points: 2, requests: null, serverStarts: 0, startingServersS: 0 })
  expect(preview.measuringS).toBeGreaterThanOrEqual(12)
})

test('a preview has everything around the points, and the total cost', async () => {
  const { client } = openWindow()
  const spec = { kind: 'simulator', preset: 'quick', startupS: 30 } as const
  const { id } = await client.servers.startSimulator({ name: null, spec })
  await client.servers.stop({ id })
  const preview = await client.sweeps.preview({
    serverIds: [id],
    plan: composed({
      axes: batches,
      requestRates: [5, 20],
      secondsPerPoint: 60,
      warmUpS: 5,
      coolDownS: 2,
      price: { perHour: 3.6, currency: 'EUR' },
    }),
  })
  expect(preview).toMatchObject({
    problems: [],
    points: 4,
    requests: 2 * (300 + 1200),
    shortage: { percentile: 99, fewestRequests: 368, runs: 2 },
    serverStarts: 2,
    startingServersS: 60,
    warmingUpS: 20,
    coolingDownS: 6,
  })
  const allS = (preview.measuringS ?? 0) + 60 + 20 + 6
  expect(preview.measuringS).toBeGreaterThan(240)
  expect(preview.estimatedDurationS).toBeCloseTo(allS, 6)
  expect(preview.cost?.currency).toBe('EUR')
  expect(preview.cost?.amount).toBeCloseTo(allS / 1000, 6)
})
