// A page that follows what a server reports now, and what is sampled for it.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LiveSamples } from '#core/telemetry/live-window.ts'
import { deadUrl, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { openApplication } from '../application.test-support.ts'
import { clientOf } from '../services/client-of.ts'

async function attached() {
  const simulator = await startTestSimulator()
  onTestFinished(() => simulator.stop())
  const client = clientOf(openApplication())
  const { id } = await client.servers.attach({
    ...{ name: null, apiKey: null },
    spec: { kind: 'attached', baseUrl: simulator.baseUrl },
  })
  return { client, id, simulator }
}

test('samples arrive while a page follows, and why there are none of GPUs', async () => {
  const { client, id, simulator } = await attached()
  const leaving = new AbortController()
  const heard: LiveSamples[] = []
  const countOf = () => heard.flatMap(({ samples }) => samples).length
  for await (const news of await client.servers.telemetry({ id }, { signal: leaving.signal })) {
    heard.push(news)
    if (countOf() === 1) {
      await simulator.postJson('/v1/completions', { prompt: 'a b c', max_tokens: 20 })
    }
    if (countOf() >= 3) break
  }
  const values = heard.flatMap(({ samples }) => samples).map(({ sample }) => sample.values)
  expect(values[0]).toMatchObject({ requestsRunning: 0, generationTokens: 0 })
  expect(values.at(-1)).toMatchObject({ generationTokens: 20 })
  expect(heard.flatMap(({ problems }) => problems)).toMatchObject([{ kind: 'gpu' }])

  // A page opened later begins with what an earlier one saw.
  const later = await client.servers.telemetry({ id }, { signal: leaving.signal })
  const first = await later.next()
  if (first.done === true) throw new Error('nothing was kept')
  expect(first.value.samples.length).toBeGreaterThanOrEqual(3)
  expect(first.value.problems).toHaveLength(1)
  leaving.abort()
  expect(await later.next()).toMatchObject({ done: true })
})

describe('a server attached with an exporter', () => {
  const page = [
    'DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-0"} 300',
    'DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="GPU-1"} 400',
  ].join('\n')

  async function attachedWith(exporter: Readonly<{ url?: string; gpus?: string[] }> = {}) {
    const answer = { status: 200, contentType: 'text/plain', body: page }
    const url = exporter.url ?? (await serveAnswers({ 'GET /metrics': answer }))
    const simulator = await startTestSimulator()
    onTestFinished(() => simulator.stop())
    const client = clientOf(openApplication())
    const spec = {
      ...({ kind: 'attached', baseUrl: simulator.baseUrl } as const),
      gpuMetricsUrl: [url],
      ...(exporter.gpus && { gpuMetricsGpus: exporter.gpus }),
    }
    return { client, url, attaching: client.servers.attach({ name: null, apiKey: null, spec }) }
  }

  test('has its GPUs sampled, and keeps the address', async () => {
    const { client, url, attaching } = await attachedWith({ gpus: ['1'] })
    const { id, spec } = await attaching
    expect(spec).toMatchObject({ gpuMetricsUrl: [url], gpuMetricsGpus: ['1'] })
    for await (const { samples, problems } of await client.servers.telemetry({ id })) {
      expect(problems).toEqual([])
      const gpu = samples.find(({ source }) => source.kind === 'gpu')
      if (gpu === undefined) continue
      expect(gpu.source.label).toBe('1')
      expect(gpu.sample.values).toMatchObject({ powerW: 400 })
      break
    }
  })

  test('is refused at the field of an exporter that does not respond', async () => {
    const { client, attaching } = await attachedWith({ url: await deadUrl() })
    await expect(attaching).rejects.toMatchObject({
      data: { field: 'gpuMetricsUrl' },
    })
    expect(await client.servers.list()).toEqual([])
  })

  test('is refused at the field of GPUs that it has not', async () => {
    const { attaching } = await attachedWith({ gpus: ['7'] })
    await expect(attaching).rejects.toMatchObject({ data: { field: 'gpuMetricsGpus' } })
  })
})

test('two pages share the samples', async () => {
  const { client, id } = await attached()
  const pages = await Promise.all([
    client.servers.telemetry({ id }),
    client.servers.telemetry({ id }),
  ])
  const firstSampleOf = async (page: (typeof pages)[number]) => {
    for await (const { samples } of page) {
      const [first] = samples
      if (first !== undefined) return first.sample.atEpochMs
    }
    return null
  }
  const [one, other] = await Promise.all(pages.map(firstSampleOf))
  expect(one).toBe(other)
})

test('a server that is not ready is refused', async () => {
  const { client, id } = await attached()
  await client.servers.stop({ id })
  await expect(client.servers.telemetry({ id })).rejects.toThrow('stopped')
})
