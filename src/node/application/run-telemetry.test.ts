// What is sampled while a run goes on, from the server to the window.
import { expect, test } from 'vitest'
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
