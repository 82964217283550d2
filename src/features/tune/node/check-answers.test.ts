// Greedy responses of simulated servers, one of which rounds its KV cache.
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { compareAnswers } from '#features/tune/core/answers.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { greedyAnswers } from './check-answers.ts'

const config = {
  ...defaultBenchmarkConfig,
  datasetName: 'random',
  promptTokenIds: true,
  randomInputLen: 16,
  randomOutputLen: 64,
} as const

async function answersWith(flags: Record<string, string>, change: Partial<typeof config> = {}) {
  const simulator = await startTestSimulator({ flags })
  try {
    return await greedyAnswers({
      ...{ baseUrl: simulator.baseUrl, apiKey: null, config: { ...config, ...change } },
      ...{ prompts: 8, tokens: 40, rounds: 2, signal: new AbortController().signal },
      hostTokenizer: () => Promise.resolve(null),
    })
  } finally {
    await simulator.stop()
  }
}

test(
  'are the same again, and others with a rounded cache',
  { tags: 'nightly', timeout: 60_000 },
  async () => {
    const [first = [], second = []] = await answersWith({})
    expect(first.map((answer) => answer.length)).toEqual(Array.from({ length: 8 }, () => 40))
    expect(compareAnswers(first, second)).toEqual({ equal: 1, exact: 8, prompts: 8 })
    const [rounded = []] = await answersWith({ 'kv-cache-dtype': 'fp8' })
    const { equal, exact } = compareAnswers(first, rounded)
    expect(equal).toBeGreaterThan(0.3)
    expect(equal).toBeLessThan(1)
    expect(exact).toBeLessThan(8)
  },
)
