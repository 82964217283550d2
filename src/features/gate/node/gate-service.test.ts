// Gates of the window: real simulated servers, a real database, every call through the contract.
import { expect, test } from 'vitest'
import { gateRecordSchema, type ComposedGate } from '#features/gate/core/gate-record.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  smallBenchmark,
  temporaryFolder,
  Window,
} from '#node/application/application.test-support.ts'

const call = (client: Client, name: string, input: unknown = {}) =>
  client.features.call({ feature: 'gate', call: name, input })

async function listed(client: Client) {
  return gateRecordSchema.array().parse(await call(client, 'list'))
}

function composed(candidateId: string, baseline: ComposedGate['baseline']): ComposedGate {
  return {
    ...{ name: 'Merge check', candidateId, baseline, restarts: false },
    config: { ...smallBenchmark, maxConcurrency: 2 },
    figures: [{ name: 'e2el', percentile: null, tolerance: 0.5 }],
    rules: { mostRepeats: 3, errorRate: 0.05, startSpread: 0 },
  }
}

async function simulator(client: Client, name: string): Promise<string> {
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id } = await client.servers.startSimulator({ name, spec })
  await client.servers.stop({ id })
  return id
}

const isOf = (status: string) => (event: { type: string; value?: unknown }) =>
  event.type === 'feature' && gateRecordSchema.safeParse(event.value).data?.status === status

test('a gate measures both servers in turns, starts stopped ones anew, and is stored', async () => {
  const folder = temporaryFolder()
  const application = openApplication({ folder })
  const client = clientOf(application)
  const window = new Window(client)
  const [candidate, baseline] = [
    await simulator(client, 'candidate'),
    await simulator(client, 'baseline'),
  ]
  const gate = composed(candidate, { kind: 'server', id: baseline })
  const plan = await call(client, 'plan', gate)
  expect(plan).toMatchObject({
    command: 'kneepoint gate gate.yaml',
    mostStarts: 6,
    secondsPerStart: 0,
  })
  const starts = await Promise.allSettled([
    call(client, 'start', gate),
    call(client, 'start', gate),
  ])
  expect(starts).toEqual([
    { status: 'fulfilled', value: expect.anything() as unknown },
    { status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) as unknown },
  ])
  await window.event(isOf('finished'))
  const [record] = await listed(client)
  const { runs, result, place } = record ?? { runs: [] }
  expect(place).toBeNull()
  expect(runs.slice(0, 4).map(({ side }) => side)).toEqual([
    ...['baseline', 'candidate', 'candidate', 'baseline'],
  ])
  expect(result?.rows[0]?.changes).toHaveLength(result?.repeats ?? -1)
  expect((await client.servers.list()).map(({ state }) => state.state)).toEqual([
    ...['stopped', 'stopped'],
  ])
  await application.close()
  const [again] = await listed(clientOf(openApplication({ folder })))
  expect(again).toEqual(record)
})

test('stored runs are a baseline, and a cancelled gate keeps what it measured', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const { id, name } = await attachSimulator(client)
  const config = { ...smallBenchmark, maxConcurrency: 2 }
  const run = await client.benchmarks.start({ serverId: id, name: null, config })
  await window.run(run.id, 'completed')
  const long = { ...composed(id, { kind: 'runs', ids: [run.id] }), restarts: true }
  const endless = { ...long, config: { ...config, numPrompts: 4000, requestRate: 40 } }
  const { id: gateId } = gateRecordSchema.parse(await call(client, 'start', endless))
  await window.event((event) => event.type === 'live')
  await expect(client.benchmarks.start({ serverId: id, name: null, config })).rejects.toMatchObject(
    { data: { code: 'busy' } },
  )
  await call(client, 'cancel', { id: gateId })
  await window.event(isOf('cancelled'))
  const [record] = await listed(client)
  expect(record).toMatchObject({ status: 'cancelled', candidate: name, failure: null })
  expect(record?.command).toBe(`kneepoint gate gate.yaml --baseline ${run.id}`)
  await call(client, 'remove', { id: gateId })
  expect(await listed(client)).toEqual([])
})

test('a gate that cannot begin says why', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const { id } = await attachSimulator(client)
  await call(client, 'start', composed(id, { kind: 'newest', count: 5 }))
  await window.event(isOf('failed'))
  const [record] = await listed(client)
  expect(record?.failure?.message).toMatchObject({ id: 'gate.noHistory' })
})

test('calls that no feature has are refused', async () => {
  const client = clientOf(openApplication())
  await expect(call(client, 'toString')).rejects.toMatchObject({ code: 'not-found' })
  await expect(call(client, 'start', { name: '' })).rejects.toMatchObject({ code: 'invalid-input' })
})
