// What a report is about: sweeps with their runs, and runs beside them.
import { message } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep/sweep.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Database } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { findSweep } from '#node/storage/sweeps.ts'

export type ReportSubject = Readonly<{ sweepIds: readonly string[]; runIds: readonly string[] }>

export type Reported = Readonly<{
  title: string
  sweeps: readonly Sweep[]
  /** Those of the sweeps among them, none twice; only runs that are over. */
  runs: readonly Run[]
}>

/** Throws `not-found` where one is not there, or nothing has ended yet. */
export function reportedOf(database: Database, { sweepIds, runIds }: ReportSubject): Reported {
  const sweeps = sweepIds.map((id) => findSweep(database, id) ?? notFound('sweep', id))
  const swept = sweeps.flatMap((sweep) => runsOf(database, sweep))
  const sweptIds = new Set(swept.map(({ id }) => id))
  const alone = runIds
    .filter((id) => !sweptIds.has(id))
    .map((id) => findRun(database, id) ?? notFound('run', id))
  const runs = [...swept, ...alone].filter(isOver)
  if (runs.length === 0) {
    throw new AppError('not-found', message('files.noEndedRun'), {
      remedy: message('files.noEndedRun.remedy'),
    })
  }
  return { title: titleOf(sweeps, alone), sweeps, runs }
}

/** Of a point that was tried more than once, the last try. */
function runsOf(database: Database, { id, points }: Sweep): Run[] {
  const last = new Set(points.map(({ runId }) => runId))
  return listRuns(database, { text: '', sweepId: id })
    .filter((run) => last.has(run.id))
    .sort((a, b) => (a.pointIndex ?? 0) - (b.pointIndex ?? 0))
}

function isOver({ status }: Run): boolean {
  return status !== 'preparing' && status !== 'running'
}

function titleOf(sweeps: readonly Sweep[], runs: readonly Run[]): string {
  const names = [...sweeps.map(({ plan }) => plan.name), ...runs.map(({ name }) => name)]
  const [first = 'Report', ...others] = names
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function notFound(noun: string, id: string): never {
  throw new AppError('not-found', message('files.unknownThing', { kind: noun, id }), {
    remedy: message('files.unknownThing.remedy'),
  })
}
