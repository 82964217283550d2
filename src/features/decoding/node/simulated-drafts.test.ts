import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'

test('what the server drafted for the run is reported, not what it did for warm-ups', async () => {
  const baseUrl = await simulatedUrl({ speculation: { tokens: 3, acceptance: 1 } })
  const config = {
    ...{ ...defaultBenchmarkConfig, promptTokenIds: true, randomInputLen: 16, randomOutputLen: 8 },
    ...{ numPrompts: 5, numWarmups: 4 },
  }
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  const tools = { runLoad, requestIdPrefix: 'bench-test-' }
  const never = new AbortController().signal
  const { summary } = await runBenchmark(request, tools, silentHooks, never)
  // Eight tokens: one from the prompt, four from the first draft, three from the second.
  expect(summary.server?.specDecode).toMatchObject({ drafts: 10, draftTokens: 30 })
})
