// Plans, answers and runs of searches, for tests.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { serverActivitySchema } from '#core/model/server-activity.ts'
import type { SearchAnswer } from '#core/model/sweep-search.ts'
import { type SweepLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import type { MeasuredTry } from './search-step.ts'

export function planOf(search: object, limits: readonly SweepLimit[] = []): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'search',
    config: defaultBenchmarkConfig,
    secondsPerPoint: null,
    requestRates: [1],
    maxConcurrencies: [null],
    limits,
    search,
  })
}

export function estimateOf(answer: SearchAnswer): number {
  return (answer.kind === 'capacity' ? answer.estimate : answer.knee) ?? NaN
}

/** Same run, if the server had already cached the prompts. */
export function withWarmCache(run: MeasuredTry): MeasuredTry {
  const server = serverActivitySchema.parse({
    prefixCache: { hits: 900, queries: 1000 },
  })
  return { ...run, summary: { ...run.summary, server } }
}
