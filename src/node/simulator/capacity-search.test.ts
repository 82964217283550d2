// The search for capacity on simulated servers whose capacity follows from their model: by an ideal client, in no time.
import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import { type SweepLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { withNeededPercentiles } from '#core/sweep/limits.ts'
import {
  capacityWithinTpot,
  decodeStepMs,
  fullBatchCapacity,
  type Capacity,
} from './engine/capacity.ts'
import type { Deployment } from './presets/gpu-presets.ts'
import { findDeployment } from './presets/presets.ts'
import { virtualRun } from './engine/virtual-run.test-support.ts'
import { type VirtualSearch, virtualSearch } from './engine/virtual-search.test-support.ts'

type SearchedLoad = SweepSearch['over']

const lengths = { inputTokens: 256, outputTokens: 64 }
/** Many runs of much work, though no time passes in them. */
const timeout = 120_000
const daily = ['quick', 'h100-llama-8b']
const cases = ['quick', 'l4-qwen-3b', 'a100-llama-8b', 'h100-llama-8b'].flatMap((preset) =>
  [0, 1].map((seed) => {
    return { preset, seed, tags: seed === 0 && daily.includes(preset) ? [] : ['nightly'] }
  }),
)

function latencyLimit(metric: 'ttft' | 'tpot', mostMs: number): SweepLimit {
  return { name: metric, percentile: metric === 'ttft' ? 95 : null, bound: mostMs }
}

function planOf(over: SearchedLoad, limit: SweepLimit): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'capacity',
    config: defaultBenchmarkConfig,
    secondsPerPoint: null,
    requestRates: [1],
    maxConcurrencies: [null],
    limits: [limit],
    search: { kind: 'capacity', over },
  })
}

function search(deployment: Deployment, plan: SweepPlan, seed: number): VirtualSearch {
  const over = plan.search?.over ?? 'requestRate'
  const isRate = over === 'requestRate'
  return virtualSearch(plan, (load, run) => {
    const config = withNeededPercentiles({ ...defaultBenchmarkConfig, [over]: load }, plan.limits)
    const requests = virtualRun(deployment, {
      ...lengths,
      seed: 1000 * seed + run,
      requestRate: isRate ? load : null,
      concurrency: load,
      requests: isRate ? Math.max(200, Math.round(60 * load)) : Math.max(200, 6 * load),
      warmUps: isRate ? Math.round(10 * load) : 2 * load,
    })
    return { config, requests }
  })
}

/** By the model alone, as `kneepoint simulate --explain` prints it: for a TPOT half-way from one request to a full batch. */
function halfWay(deployment: Deployment): Capacity & Readonly<{ mostMs: number }> {
  const full = fullBatchCapacity(deployment, lengths)
  const aloneMs = decodeStepMs(deployment, { sequences: 1, context: lengths.inputTokens })
  const mostMs = (aloneMs + full.stepMs) / 2
  const capacity = capacityWithinTpot(deployment, { ...lengths, mostTpotMs: mostMs })
  if (capacity === null) throw new Error('Not even one request keeps to it.')
  return { ...capacity, mostMs }
}

function expectNear(found: number | null, truth: number): void {
  expect((found ?? NaN) / truth).toBeGreaterThan(0.9)
  expect((found ?? NaN) / truth).toBeLessThan(1.1)
}

for (const { preset, seed, tags } of cases) {
  const deployment = findDeployment(preset)

  describe(`the capacity of ${preset}, seed ${seed}, is found within a tenth`, { tags }, () => {
    test.each([
      { over: 'requestRate', figure: 'requestsPerSecond' },
      { over: 'maxConcurrency', figure: 'concurrency' },
    ] as const)('by $over and TPOT', { timeout }, ({ over, figure }) => {
      const { mostMs, ...capacity } = halfWay(deployment)
      const { answer, runs } = search(deployment, planOf(over, latencyLimit('tpot', mostMs)), seed)
      expectNear(answer.estimate, capacity[figure])
      expect(runs).toBeLessThanOrEqual(15)
    })

    test('by rate and TTFT', { timeout }, () => {
      const plan = planOf('requestRate', latencyLimit('ttft', 1000))
      const { answer, runs } = search(deployment, plan, seed)
      expectNear(answer.estimate, fullBatchCapacity(deployment, lengths).requestsPerSecond)
      expect(runs).toBeLessThanOrEqual(15)
    })
  })
}
