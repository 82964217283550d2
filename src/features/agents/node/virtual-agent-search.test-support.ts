// Searches for the number of agents that a simulated server supports within a limit, in virtual time, and the true number from
// long runs.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { type LatencyLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import type { Deployment } from '#node/simulator/presets/gpu-presets.ts'
import { type VirtualAgent, virtualAgents } from './virtual-agents.test-support.ts'
import {
  type VirtualSearch,
  virtualSearch,
} from '#node/simulator/engine/virtual-search.test-support.ts'

export const usualAgent: VirtualAgent = {
  steps: 8,
  systemLen: 1000,
  taskLen: 300,
  toolResultLen: 300,
  outputLen: 80,
  toolMs: 500,
  variation: 0.5,
}

const agentConfig: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  backend: 'openai-chat',
  endpoint: '/v1/chat/completions',
  datasetName: 'random-agent',
  requestRate: 'inf',
}

/** A search like that of a sweep, with the same numbers of trajectories. */
export function searchAgents(
  deployment: Deployment,
  limit: LatencyLimit,
  seed: number,
): VirtualSearch {
  const plan = planOf(limit)
  return virtualSearch(plan, (agents, run) => {
    const cell = { settings: [], requestRate: 'inf' as const, maxConcurrency: agents }
    const config = pointConfig(plan, { ...cell, seedOffset: run })
    const load = { agents, trajectories: config.numPrompts, seed: 1000 * seed + run }
    return { config, requests: virtualAgents(deployment, usualAgent, load) }
  })
}

function planOf(limit: LatencyLimit): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'agents',
    config: agentConfig,
    secondsPerPoint: null,
    requestRates: ['inf'],
    maxConcurrencies: [null],
    limits: [limit],
    search: { kind: 'capacity', over: 'maxConcurrency' },
  })
}

/** Metric of a long run, without the first trajectories, which begin together, and the last, while the server empties. */
function figureAt(
  deployment: Deployment,
  { name: metric, percentile }: LatencyLimit,
  { agents, trajectories }: Readonly<{ agents: number; trajectories: number }>,
): number {
  const all = virtualAgents(deployment, usualAgent, { agents, trajectories, seed: 77 })
  const steady = all.filter(({ turn }) => {
    const conversation = turn?.conversation ?? 0
    return conversation >= 2 * agents && conversation < trajectories - agents
  })
  const config = { ...agentConfig, metricPercentiles: percentile === null ? [] : [percentile] }
  return figureOf(wholeSummary(steady, config).metrics[metric], percentile) ?? NaN
}

/** Number of agents at which the metric meets the limit, interpolated linearly between neighbouring numbers. */
export function trueAgents(
  deployment: Deployment,
  limit: LatencyLimit,
  trajectories: number,
): number {
  const excessAt = (agents: number) =>
    figureAt(deployment, limit, {
      agents,
      trajectories: Math.max(trajectories, 20 * agents),
    }) - limit.bound
  let [low, high] = [1, 2]
  while (excessAt(high) <= 0) [low, high] = [high, 2 * high]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (excessAt(middle) > 0) high = middle
    else low = middle
  }
  const [below, above] = [excessAt(low), excessAt(high)]
  return low - below / (above - below)
}
