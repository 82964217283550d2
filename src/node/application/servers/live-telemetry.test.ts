// A page that follows what a server reports now, and what is sampled for it.
import { expect, onTestFinished, test } from 'vitest'
import type { LiveSamples } from '#core/telemetry/live-window.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { openApplication } from '../application.test-support.ts'
import { clientOf } from '../client-of.ts'

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
