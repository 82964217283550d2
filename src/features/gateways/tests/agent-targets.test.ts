import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { expect, test } from 'vitest'

const hasAgents = 'random-agent' in datasetTraits

test.runIf(hasAgents)('steps of an agent and of its subagents stay with one server', async () => {
  const [baseUrl, other] = [await simulatedUrl({}), await simulatedUrl({})]
  const config = benchmarkConfigSchema.parse({
    ...{ baseUrl, otherBaseUrls: [other], urlStrategy: 'session-sticky', toolLatencyMs: 2 },
    ...{ backend: 'openai-chat', endpoint: '/v1/chat/completions' },
    ...{ datasetName: 'random-agent', numPrompts: 6, maxConcurrency: 4 },
    ...{ agentSteps: 4, agentSystemLen: 20, agentTaskLen: 8, agentToolResultLen: 8 },
    ...{ agentOutputLen: 3, agentFanOut: 1, agentSubagents: 2, agentSubagentSteps: 2 },
  })
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  const tools = { runLoad, requestIdPrefix: 'bench-' }
  const never = new AbortController().signal
  const { records, summary } = await runBenchmark(request, tools, silentHooks, never)
  expect(records.filter(({ error }) => error !== null)).toEqual([])
  expect(records.map(({ target }) => target)).toEqual(
    records.map(({ turn }) => (turn?.conversation ?? 0) % 2),
  )
  expect(summary.conversations?.completed).toBe(6)
})
