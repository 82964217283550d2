// The random-agent dataset: trajectories of drawn lengths.
import { randomTrajectories } from '#core/workload/agents/random-trajectories.ts'
import { agentWorkload } from './agent-workload.ts'
import { neededTokenizer, type Sampler } from './sampler.ts'

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
