// Every backend that generates, run for real: the same benchmark against the simulator, each by its own API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backendNames, backendTraits, type BackendName } from '#core/model/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startTestSimulator, type TestSimulator } from '#node/simulator/test-simulator.ts'
import type { BenchmarkHooks } from './benchmark.ts'
import { runBenchmark } from './run-benchmark.ts'

const silent: BenchmarkHooks = {
  ...{ onStep: () => undefined, onPlanned: () => undefined },
  ...{ onProgress: () => undefined, onRecords: () => undefined },
}
const tools = { runLoad, requestIdPrefix: 'bench-test-' }
const never = new AbortController().signal

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator.stop())

async function run(backend: BackendName) {
  const { usualEndpoint, takesIgnoreEos } = backendTraits[backend]
  const config = {
    ...{ ...defaultBenchmarkConfig, backend, endpoint: usualEndpoint, model: 'sim' },
    ...{ randomInputLen: 16, randomOutputLen: 8, numPrompts: 5, ignoreEos: takesIgnoreEos },
  }
  const { baseUrl } = simulator
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  return await runBenchmark(request, tools, silent, never)
}

const textBackends = backendNames.filter(
  (name) => backendTraits[name].task === 'generation' && name !== 'openai-audio',
)
const templated = textBackends.filter((name) => backendTraits[name].templatesPrompts)
const plain = textBackends.filter((name) => !backendTraits[name].templatesPrompts)

describe.each([
  ['as they are', plain],
  ['in the chat template', templated],
])('prompts sent %s', (_, names) => {
  test.each(names)('to %s are answered as by all others', async (backend) => {
    const { summary, records } = await run(backend)
    expect(summary).toMatchObject({ completed: 5, failed: 0, totalOutputTokens: 40 })
    const { records: others } = await run(names[0] ?? backend)
    const textOf = (list: typeof records) => list.map(({ generatedText }) => generatedText)
    expect(textOf(records)).toEqual(textOf(others))
    expect(new Set(textOf(records)).size).toBe(5)
  })
})
