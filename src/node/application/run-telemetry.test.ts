// What is sampled while a run goes on, from the server to the window.
import { expect, test } from 'vitest'
import { runAnswer } from '#core/answers/run-answer.ts'
import { inEnglish } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { clientOf, type Client } from './services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  readySimulator,
  smallBenchmark,
  temporaryFolder,
  Window,
} from './application.test-support.ts'

const overTwoSeconds = { ...smallBenchmark, requestRate: 6, burstiness: 'inf' as const }

async function startOn(client: Client, serverId: string) {
  return client.benchmarks.start({ serverId, name: null, config: overTwoSeconds })
}

test("the server's course is kept with the run, on its own time", async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const server = await readySimulator(client, window)
  const run = await window.run((await startOn(client, server.id)).id, 'completed')
  const { series, problems, isThinned } = await client.runs.telemetry({ id: run.id })

  const names = series.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['requestsRunning', 'generationTokensPerS']))
  expect(isThinned).toBe(false)
  expect(problems).toMatchObject([{ kind: 'gpu', message: 'A simulated server has no GPUs.' }])
  const durationS = run.summary?.durationS ?? 0
  for (const { atS, values } of series) {
    expect(values).toHaveLength(atS.length)
    expect(Math.min(...atS)).toBeGreaterThanOrEqual(-1.5)
    expect(Math.max(...atS)).toBeLessThanOrEqual(durationS + 1.5)
  }
  const generated = series.find(({ name }) => name === 'generationTokensPerS')
  expect(Math.max(...(generated?.values.map(Number) ?? []))).toBeGreaterThan(12)
  expect(run.summary?.telemetry).toMatchObject({
    server: { requestsRunning: { max: expect.any(Number) as number }, preemptions: 0 },
    gpu: null,
  })
})

test('a run that filled the KV cache of its server says how full it was', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  // Some 3,000 tokens, which hold nine of these requests.
  const flags = { 'gpu-memory-utilization': 0.257, 'max-model-len': 512 }
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0, flags } as const
  const { id: serverId } = await client.servers.startSimulator({ name: null, spec })
  await window.server(serverId, 'ready')
  const load = { randomInputLen: 256, randomOutputLen: 64, numPrompts: 60, requestRate: 20 }
  const config = { ...smallBenchmark, ...load }
  const { id } = await client.benchmarks.start({ serverId, name: null, config })
  const run = await window.run(id, 'completed')

  const { kvCachePercent, requestsWaiting } = run.summary?.telemetry?.server ?? {}
  expect(kvCachePercent?.max).toBeGreaterThan(90)
  expect(requestsWaiting?.max).toBeGreaterThan(0)
  const [mean, most] = [kvCachePercent?.mean ?? NaN, kvCachePercent?.max ?? NaN].map(Math.round)
  expect(runAnswer(run)?.notes.map(inEnglish)).toContainEqual(
    expect.stringMatching(
      `^KV cache ${mean} % full on average, ${most} % at most, \\d+ preemptions?\\.$`,
    ),
  )
})

test('it is there while the run goes on, and after a restart', async () => {
  const folder = temporaryFolder()
  const application = openApplication({ folder })
  const client = clientOf(application)
  const window = new Window(client)
  const server = await attachSimulator(client)
  const { id } = await startOn(client, server.id)
  await window.event((event) => event.type === 'live' && event.snapshot.completed > 7)
  const { series } = await client.runs.telemetry({ id })
  const running = series.find(({ name }) => name === 'requestsRunning')
  expect(running?.atS.some((atS) => atS > 0)).toBe(true)
  await application.close()

  const again = clientOf(openApplication({ folder }))
  const kept = await again.runs.telemetry({ id })
  const runningThen = kept.series.find(({ name }) => name === 'requestsRunning')
  expect(runningThen?.values.length).toBeGreaterThanOrEqual(running?.values.length ?? 0)
})

test('there is none of a run that is not there', async () => {
  const client = clientOf(openApplication())
  const asked = client.runs.telemetry({ id: 'nothing' })
  await expect(asked).rejects.toBeInstanceOf(AppError)
  await expect(asked).rejects.toMatchObject({ code: 'not-found' })
})
