// From trajectories to requests, as the flags of agents say.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { agentRequests } from '#core/workload/agents/agent-requests.ts'
import { countTrajectories } from '#core/workload/agents/count-trajectories.ts'
import { startMidway } from '#core/workload/agents/start-midway.ts'
import type { Trajectory } from '#core/workload/agents/trajectory.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import {
  neededTokenizer,
  type SamplerSources,
  type Sampler,
  datasetPathOf,
  notEmpty,
  sampleOptions,
} from './sampler.ts'
import { randomTrajectories } from '#core/workload/agents/random-trajectories.ts'
import { message } from '#core/messages/message.ts'
import { readTrajectory } from '#core/workload/agents/read-trajectory.ts'
import { TakenConversations } from '#core/workload/conversations/taken-conversations.ts'
import { readJsonLines } from '../json-file.ts'
import { isRowFile, readRowFile } from '../row-file.ts'

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

// The random-agent dataset: trajectories of drawn lengths.
export const sampleRandomAgent: Sampler = async (config, sources) => {
  const spec = {
    count: config.numPrompts,
    steps: config.agentSteps,
    systemLen: config.agentSystemLen,
    taskLen: config.agentTaskLen,
    toolResultLen: config.agentToolResultLen,
    outputLen: config.outputLen ?? config.agentOutputLen,
    variation: config.agentVariation,
    fanOutShare: config.agentFanOut,
    subagents: config.agentSubagents,
    subagentSteps: config.agentSubagentSteps,
    hasAnswers: config.agentStartMidway || config.multiTurnHistory === 'recorded',
    seed: config.seed,
  }
  const trajectories = await randomTrajectories(spec, neededTokenizer(sources, config))
  return agentWorkload(trajectories, { ...config, outputLen: null }, sources)
}

// The agent_trace dataset: recorded trajectories of a file.
export const sampleAgentTrace: Sampler = async (config, sources) => {
  const path = datasetPathOf(config)
  const taken = new TakenConversations<Trajectory>(sampleOptions(config, sources))
  const entries = isRowFile(path)
    ? readRowFile(path, sources.signal)
    : readJsonLines(path, sources.signal)
  for await (const { value, where } of entries) {
    taken.offer(readTrajectory(value, where))
    if (taken.isSettled) break
  }
  const trajectories = notEmpty(taken.list(), {
    problem: message('workload.noTrajectory', { path }),
    remedy: message('workload.trajectoryForm'),
  })
  return agentWorkload(trajectories, config, sources)
}
