// What windows ask of stored runs: a small run is looked at right here, a large one by a process of its own, so
// that every other call is served at the same time.
import type { Distribution, Timeline } from '#contract/views.ts'
import type { Run } from '#core/model/run/run.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import type { Database } from '#node/storage/database.ts'
import { runDistributions, runTimeline } from '#node/runs/stored-runs.ts'

type ViewTools = Readonly<{ database: Database; jobs: JobProcesses }>

/** Gone through in less time than a process takes to start. */
const fewTokens = 200_000

export async function distributionsOf(run: Run, tools: ViewTools): Promise<Distribution[]> {
  if (isSmall(run)) return runDistributions(tools.database, run)
  return tools.jobs.do({ name: 'distributions', input: run })
}

export async function timelineOf(run: Run, tools: ViewTools): Promise<Timeline> {
  if (isSmall(run)) return runTimeline(tools.database, run)
  return tools.jobs.do({ name: 'timeline', input: run })
}

/** What was not summarised ended before it was large, or is still going on. */
function isSmall({ summary, plannedRequests }: Run): boolean {
  return plannedRequests + (summary?.totalOutputTokens ?? 0) <= fewTokens
}
