// From trajectories to requests, as the flags of agents say.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { agentRequests } from '#core/workload/agents/agent-requests.ts'
import { countTrajectories } from '#core/workload/agents/count-trajectories.ts'
import { startMidway } from '#core/workload/agents/start-midway.ts'
import type { Trajectory } from '#core/workload/agents/trajectory.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { neededTokenizer, type SamplerSources } from './sampler.ts'

export async function agentWorkload(
  trajectories: readonly Trajectory[],
  config: BenchmarkConfig,
  sources: SamplerSources,
): Promise<SampledRequest[]> {
  const { agentStartMidway, maxConcurrency, multiTurnDelayMs, toolLatencyMs, seed } = config
  const midway = agentStartMidway ? (maxConcurrency ?? 0) : 0
  const begun = startMidway(trajectories, midway, new PythonRandom(seed))
  const lengths = { fixed: config.outputLen, unanswered: Math.max(1, config.customOutputLen) }
  const counted = await countTrajectories(begun, lengths, neededTokenizer(sources, config))
  return agentRequests(counted, {
    requestIdPrefix: sources.requestIdPrefix,
    history: config.multiTurnHistory,
    thinkTime: { meanS: multiTurnDelayMs / 1000, shape: config.multiTurnDelayShape },
    toolLatency: { mean: toolLatencyMs / 1000, variation: config.toolLatencyVariation },
    random: sources.numpyRandom,
  })
}
