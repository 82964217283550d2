// The agent_trace dataset: recorded trajectories of a file.
import { message } from '#core/messages/message.ts'
import { readTrajectory } from '#core/workload/agents/read-trajectory.ts'
import type { Trajectory } from '#core/workload/agents/trajectory.ts'
import { TakenConversations } from '#core/workload/conversations/taken-conversations.ts'
import { readJsonLines } from '../json-file.ts'
import { isRowFile, readRowFile } from '../row-file.ts'
import { agentWorkload } from './agent-workload.ts'
import { datasetPathOf, notEmpty, type Sampler, sampleOptions } from './sampler.ts'

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
