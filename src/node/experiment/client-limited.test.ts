// A search for capacity over HTTP by a client that has too much else to do: it is the client that is found wanting.
import { expect, onTestFinished, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SearchAnswer, SweepSearch } from '#core/model/sweep-search.ts'
import { type SweepLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { withNeededPercentiles } from '#core/sweep/limits.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import type { SearchTry } from '#core/sweep/search/search-step.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

type SearchedLoad = SweepSearch['over']

const lengths = { inputTokens: 128, outputTokens: 24 }
const tools = { runLoad, requestIdPrefix: 'search-test-' }
const never = new AbortController().signal

function planOf(limits: readonly SweepLimit[]): SweepPlan {
  const over: SearchedLoad = 'maxConcurrency'
  return sweepPlanSchema.parse({
    name: 'capacity',
    config: defaultBenchmarkConfig,
    secondsPerPoint: null,
    requestRates: ['inf'],
    maxConcurrencies: [null],
    limits,
    search: { kind: 'capacity', over, from: 8 },
  })
}

function configAt(plan: SweepPlan, maxConcurrency: number): BenchmarkConfig {
  const config: BenchmarkConfig = {
    ...defaultBenchmarkConfig,
    model: 'sim',
    promptTokenIds: true,
    maxConcurrency,
    randomInputLen: lengths.inputTokens,
    randomOutputLen: lengths.outputTokens,
    randomRangeRatio: 0.5,
    numPrompts: 6 * maxConcurrency,
    seed: maxConcurrency,
  }
  return withNeededPercentiles(config, plan.limits)
}

async function search(baseUrl: string, plan: SweepPlan): Promise<SearchAnswer> {
  const tried: SearchTry[] = []
  for (;;) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') return step.answer
    const config = configAt(plan, step.load)
    const request = { runId: 'run', config, baseUrl, apiKey: null }
    const { summary } = await runBenchmark(request, tools, silentHooks, never)
    tried.push({ ...step, config, summary })
  }
}

test('a client that is held up is said to be the limit', { timeout: 60_000 }, async () => {
  const { baseUrl, stop } = await startTestSimulator()
  const holdUp = setInterval(() => {
    const untilMs = performance.now() + 150
    while (performance.now() < untilMs) continue
  }, 200)
  onTestFinished(async () => {
    clearInterval(holdUp)
    await stop()
  })
  const limit: SweepLimit = { name: 'ttft', percentile: 95, bound: 5000 }
  const answer = await search(baseUrl, planOf([limit]))
  expect(answer).toMatchObject({ ending: 'client-limited', highestHeld: null, runs: 2 })
})
