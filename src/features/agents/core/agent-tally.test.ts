import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { agentSummary } from './agent-tally.ts'

function step(
  conversation: number,
  number: number,
  { step, cachedTokens }: Readonly<{ step: AgentStep; cachedTokens?: number }>,
): MeasuredRequest {
  return measured({
    turn: { conversation, number, step },
    startS: number,
    latencyS: 1,
    ttftS: 0.5,
    interTokenLatenciesUs: new Uint32Array(),
    promptTokens: 100 * (number + 1),
    outputTokens: 10,
    ...(cachedTokens !== undefined && { cachedTokens }),
  })
}

/** A trajectory with two parallel steps, and one that began midway and so has no time to solution. */
const requests = [
  step(0, 0, { step: { depth: 0, reusableTokens: 0 }, cachedTokens: 0 }),
  step(0, 1, { step: { depth: 1, reusableTokens: 110 }, cachedTokens: 96 }),
  step(0, 2, { step: { depth: 1, reusableTokens: 500 }, cachedTokens: 96 }),
  step(0, 3, {
    step: {
      depth: 2,
      reusableTokens: null,
      whole: { tookUs: 9e6, modelUs: 5e6, thinkUs: 1e6 },
      endedAfterUs: 9e6,
    },
    cachedTokens: 50,
  }),
  step(1, 0, { step: { depth: 2, reusableTokens: 40, endedAfterUs: 1e6 } }),
]

test('time to solution, with tools and with the model, tokens and cache of agents', () => {
  const config = benchmarkFieldsSchema.parse({ metricPercentiles: [50] })
  const own = wholeSummary(requests, config)
  const summary = agentSummary(requests, config, own)?.conversations
  expect(summary?.agents).toMatchObject({
    timeToSolution: { count: 1, mean: 9000 },
    modelTime: { mean: 5000 },
    toolTime: { mean: 3000 },
    inputTokens: 1000,
    outputTokens: 40,
    // No more of a prompt can be cached than it has; steps without both counts are left out.
    cache: { promptTokens: 600, cachedTokens: 192, reusableTokens: 410 },
  })
  expect(summary?.turns.map(({ number, completed }) => [number, completed])).toEqual([
    [0, 1],
    [1, 2],
    [2, 2],
  ])
})

test('a run of agents has them as latencies, and counts those that ended', () => {
  const summary = wholeSummary(requests, benchmarkFieldsSchema.parse({ metricPercentiles: [50] }))
  expect(summary.metrics.time_to_solution).toMatchObject({ count: 1, mean: 9000 })
  expect(summary.metrics.model_time).toMatchObject({ count: 1, mean: 5000 })
  // The last step ends after four seconds.
  expect(summary).toMatchObject({ trajectories: 2, trajectoriesPerMin: 30 })
  expect(summary.certainty?.throughput?.trajectories).toBeDefined()
})

test('a run without agents has none', () => {
  const alone = requests.map((request) => ({ ...request, turn: undefined }))
  const summary = wholeSummary(alone, benchmarkFieldsSchema.parse({}))
  expect(summary.metrics.time_to_solution.count).toBe(0)
  expect(summary).toMatchObject({ trajectories: null, trajectoriesPerMin: null })
  expect(agentSummary(alone, { metricPercentiles: [] }, summary)).toBeNull()
})
