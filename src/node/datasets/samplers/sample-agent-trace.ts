// The agent_trace dataset: recorded trajectories of a file, or of all files of a folder.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '#core/messages/message.ts'
import { readTrajectory } from '#core/workload/agents/read-trajectory.ts'
import { holdsSpans, readSpans, type Span } from '#core/workload/agents/span.ts'
import { spansToTrajectories } from '#core/workload/agents/spans-to-trajectories.ts'
import type { Trajectory } from '#core/workload/agents/trajectory.ts'
import { TakenConversations } from '#core/workload/conversations/taken-conversations.ts'
import { type DatasetEntry } from '../dataset-file.ts'
import { isRowFile, readEntries } from '../row-file.ts'
import { agentWorkload } from './sample-agents.ts'
import { datasetPathOf, notEmpty, type Sampler, sampleOptions } from './sampler.ts'

export const sampleAgentTrace: Sampler = async (config, sources) => {
  const path = datasetPathOf(config)
  const taken = new TakenConversations<Trajectory>(sampleOptions(config, sources))
  // The spans of one trajectory may be anywhere in the export.
  const spans: Span[] = []
  for await (const { value, where } of entriesOf(path, sources.signal)) {
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

async function* entriesOf(path: string, signal?: AbortSignal): AsyncGenerator<DatasetEntry> {
  for (const file of await filesOf(path)) yield* readEntries(file, signal)
}

/** Files of a folder in the order of their names. */
async function filesOf(path: string): Promise<readonly string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return [path]
  const names = (await readdir(path)).filter((name) => isRowFile(name)).sort()
  return names.map((name) => join(path, name))
}
