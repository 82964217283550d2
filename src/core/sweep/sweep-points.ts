// Turns what a reader composed into the load points of a sweep, and each point into a benchmark of its own.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { SweepPlan, SweepPoint } from '../model/sweep.ts'
import { promptsFor } from '../workload/request-count.ts'

/** Fewer requests than this say nothing about a load point, however short it is meant to be. */
const fewestRequestsPerPoint = 10

/** Rates × concurrencies in the order given: all rates at the first concurrency, then at the next. */
export function sweepPoints(plan: SweepPlan): SweepPoint[] {
  return plan.maxConcurrencies
    .flatMap((maxConcurrency) =>
      plan.requestRates.map((requestRate) => ({ requestRate, maxConcurrency })),
    )
    .map((load, index) => ({ index, ...load, status: 'waiting', runId: null }))
}

/**
 * Each point has a seed of its own: with the same prompts again, a server with a prefix cache would answer every
 * point but the first from memory.
 */
export function pointConfig(
  plan: SweepPlan,
  {
    index,
    requestRate,
    maxConcurrency,
  }: Pick<SweepPoint, 'index' | 'requestRate' | 'maxConcurrency'>,
): BenchmarkConfig {
  const { config, secondsPerPoint } = plan
  const numPrompts =
    secondsPerPoint === null || requestRate === 'inf'
      ? config.numPrompts
      : promptsFor(
          Math.max(fewestRequestsPerPoint, Math.round(requestRate * secondsPerPoint)),
          config,
        )
  return { ...config, requestRate, maxConcurrency, numPrompts, seed: config.seed + index }
}
