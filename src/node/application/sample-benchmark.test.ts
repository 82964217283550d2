// Prompts shown before anything is sent: the same ones a run then sends.
import { expect, test } from 'vitest'
import { clientOf } from './services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  smallBenchmark,
  Window,
} from './application.test-support.ts'

const config = { ...smallBenchmark, randomInputLen: 40, randomRangeRatio: 0.5, seed: 3 }

test('the prompts shown are those a run sends', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const { id: serverId } = await attachSimulator(client)
  const sample = await client.benchmarks.sample({ serverId, config })
  expect(sample.requests).toBe(12)
  expect(sample.prompts.length).toBeGreaterThanOrEqual(4)
  expect(sample.prompts[0]?.text).toMatch(/^\d+( \d+)+$/)
  expect(await client.runs.list({})).toEqual([])

  const { id } = await client.benchmarks.start({ serverId, name: null, config })
  const { summary } = await window.run(id, 'completed')
  expect(summary?.totalInputTokens).toBe(sample.promptTokens)
  const { rows } = await client.runs.requests({ id })
  for (const { index, promptTokens } of sample.prompts) {
    expect(rows[index]?.promptTokens).toBe(promptTokens)
  }
  const again = await client.benchmarks.sample({ serverId, config, wanted: 9 })
  expect(again.prompts.find(({ index }) => index === 9)?.promptTokens).toBe(rows[9]?.promptTokens)
})

test.each([
  [{ numPrompts: 0 }, 'numPrompts'],
  [{ promptTokenIds: false, datasetName: 'sharegpt', datasetPath: '/nowhere.json' }, 'datasetPath'],
] as const)('%j is refused at its field', async (changes, field) => {
  const client = clientOf(openApplication())
  const { id: serverId } = await attachSimulator(client)
  const asked = { serverId, config: { ...config, ...changes } }
  await expect(client.benchmarks.sample(asked)).rejects.toMatchObject({ data: { field } })
})
