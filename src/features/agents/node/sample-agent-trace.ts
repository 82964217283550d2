// The agent_trace dataset: recorded trajectories of a file, or of all files of a folder.
import { message } from '#core/messages/message.ts'
import { readTrajectory } from '#features/agents/core/read-trajectory.ts'
import { holdsSpans, readSpans, type Span } from '#features/agents/core/span.ts'
import { spansToTrajectories } from '#features/agents/core/spans-to-trajectories.ts'
import type { Trajectory } from '#features/agents/core/trajectory.ts'
import { TakenConversations } from '#core/workload/conversations/taken-conversations.ts'
import { readEntries } from '#node/datasets/row-file.ts'
import { agentWorkload } from './sample-agents.ts'
import {
  datasetPathOf,
  notEmpty,
  type Sampler,
  sampleOptions,
} from '#node/datasets/samplers/sampler.ts'

export const sampleAgentTrace: Sampler = async (config, sources) => {
  const path = datasetPathOf(config)
  const taken = new TakenConversations<Trajectory>(sampleOptions(config, sources))
  // The spans of one trajectory may be scattered across the export.
  const spans: Span[] = []
  for await (const { value, where } of readEntries(path, sources.signal, null, false)) {
    if (holdsSpans(value)) for (const span of readSpans(value, where)) spans.push(span)
    else taken.offer(readTrajectory(value, where))
    if (taken.isSettled) break
  }
  for (const trajectory of spansToTrajectories(spans)) taken.offer(trajectory)
  const trajectories = notEmpty(taken.list(), {
    problem: message('workload.noTrajectory', { path }),
    remedy: message('workload.trajectoryForm'),
  })
  return agentWorkload({ trajectories, isLengthBiased: false }, config, sources)
}
