// Converts trajectories to requests, by the agent flags.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { agentRequests } from '#features/agents/core/agent-requests.ts'
import { countTrajectories } from '#features/agents/core/count-trajectories.ts'
import { makePrompts } from '#features/agents/core/made-prompts.ts'
import { startMidway } from '#features/agents/core/start-midway.ts'
import type { Trajectory } from '#features/agents/core/trajectory.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import {
  neededTokenizer,
  type SamplerSources,
  type Sampler,
} from '#node/datasets/samplers/sampler.ts'
import { randomTrajectories } from '#features/agents/core/random-trajectories.ts'

/** Number of trajectories in progress when the run begins. */
function midwayOf({ agentStartMidway, maxConcurrency, numPrompts }: BenchmarkConfig): number {
  return agentStartMidway ? Math.min(maxConcurrency ?? 0, numPrompts || Infinity) : 0
}

type TrajectorySet = Readonly<{ trajectories: readonly Trajectory[]; isLengthBiased: boolean }>

export async function agentWorkload(
  { trajectories, isLengthBiased }: TrajectorySet,
  config: BenchmarkConfig,
  sources: SamplerSources,
): Promise<SampledRequest[]> {
  const { agentStartMidway, multiTurnDelayMs, toolLatencyMs, seed } = config
  const toolLatency = { mean: toolLatencyMs / 1000, variation: config.toolLatencyVariation }
  const thinkTime = { meanS: multiTurnDelayMs / 1000, shape: config.multiTurnDelayShape }
  const tokenizer = neededTokenizer(sources, config)
  const written = await makePrompts(trajectories, {
    tokenizer,
    random: new NumpyRandomState(seed),
    hasAnswers: agentStartMidway || config.multiTurnHistory === 'recorded',
  })
  const begun = startMidway(written, {
    count: midwayOf(config),
    isLengthBiased,
    toolLatency,
    thinkMeanS: thinkTime.meanS,
    random: new NumpyRandomState(seed),
  })
  const lengths = { fixed: config.outputLen, unanswered: Math.max(1, config.customOutputLen) }
  const counted = await countTrajectories(begun, lengths, tokenizer)
  return agentRequests(counted, {
    requestIdPrefix: sources.requestIdPrefix,
    history: config.multiTurnHistory,
    thinkTime,
    toolLatency,
    maxPauseS: config.agentMaxPauseS ?? Infinity,
    random: sources.numpyRandom,
  })
}

// The random-agent dataset: trajectories of random lengths.
export const sampleRandomAgent: Sampler = async (config, sources) => {
  const spec = {
    count: config.numPrompts,
    midway: midwayOf(config),
    steps: config.agentSteps,
    systemLen: config.agentSystemLen,
    taskLen: config.agentTaskLen,
    toolResultLen: config.agentToolResultLen,
    outputLen: config.outputLen ?? config.agentOutputLen,
    variation: config.agentVariation,
    fanOutShare: config.agentFanOut,
    subagents: config.agentSubagents,
    subagentSteps: config.agentSubagentSteps,
    cancelledShare: config.agentCancelledBranches,
    hasAnswers: config.agentStartMidway || config.multiTurnHistory === 'recorded',
    seed: config.seed,
  }
  const trajectories = await randomTrajectories(spec, neededTokenizer(sources, config))
  const made = { trajectories, isLengthBiased: true }
  return agentWorkload(made, { ...config, outputLen: null }, sources)
}
