// An attached server that goes away, in the list and under a run.
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { clientOf, type Client } from './services/client-of.ts'
import { openApplication, smallBenchmark, Window } from './application.test-support.ts'

function openWindow(): { client: Client; window: Window } {
  const client = clientOf(openApplication())
  return { client, window: new Window(client) }
}

test('an attached server that stops answering is shown as failed, and as ready when it is back', async () => {
  const { client, window } = openWindow()
  const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const
  const hooks = { onLog: () => undefined, onPhase: () => undefined }
  const first = await startSimulator(spec, hooks, { apiKey: null })
  const { port } = first
  const { id } = await client.servers.attach({
    ...{ name: null, apiKey: null },
    spec: { kind: 'attached', baseUrl: `http://127.0.0.1:${port}` },
  })
  await first.stop()
  const { state } = await window.server(id, 'failed')
  expect(state).toMatchObject({ message: { id: 'runs.noAnswerBecause' } })
  expect(state).toHaveProperty('remedy')
  const second = await startSimulator({ ...spec, port }, hooks, { apiKey: null })
  onTestFinished(() => second.stop())
  await window.server(id, 'ready')
})

test('a run whose server is gone ends early and says so', async () => {
  const { client, window } = openWindow()
  const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const
  const hooks = { onLog: () => undefined, onPhase: () => undefined }
  const simulator = await startSimulator(spec, hooks, { apiKey: null })
  const { id: serverId } = await client.servers.attach({
    ...{ name: null, apiKey: null },
    spec: { kind: 'attached', baseUrl: `http://127.0.0.1:${simulator.port}` },
  })
  const config = { ...smallBenchmark, numPrompts: 2000, requestRate: 50, maxConnectionErrors: 20 }
  const started = await client.benchmarks.start({ serverId, name: null, config })
  await window.run(started.id, 'running')
  await simulator.stop()
  const run = await window.run(started.id, 'failed', 'completed')
  expect(run.failure).toMatchObject({
    code: 'server-unreachable',
    message: expect.stringContaining('20 connections to http://127.0.0.1') as string,
  })
  expect(run.summary?.failed).toBeLessThan(500)
})
