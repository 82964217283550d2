// Whether a search finds the number of agents that a server carries: simulated servers in virtual time. More servers and
// seeds are bench/agents-truth.ts.
// @module-tag nightly
import { expect, test } from 'vitest'
import type { LatencyLimit } from '#core/model/sweep.ts'
import { searchAgents } from './virtual-agent-search.test-support.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'

const timeout = 120_000
const solution: LatencyLimit = {
  name: 'time_to_solution',
  percentile: null,
  bound: 20_000,
}
const firstToken: LatencyLimit = { name: 'ttft', percentile: 95, bound: 500 }

/** As bench/agents-truth.ts measured them. */
const cases = [
  { limit: solution, truth: 29.7, seed: 0 },
  { limit: solution, truth: 29.7, seed: 1 },
  { limit: firstToken, truth: 30.9, seed: 0 },
]

for (const { limit, truth, seed } of cases) {
  test(`within ${limit.bound} ms of ${limit.name}, seed ${seed}`, { timeout }, () => {
    const { answer, runs } = searchAgents(findDeployment('quick'), limit, seed)
    expect((answer.estimate ?? NaN) / truth).toBeGreaterThan(0.9)
    expect((answer.estimate ?? NaN) / truth).toBeLessThan(1.1)
    expect(runs).toBeLessThanOrEqual(15)
  })
}
