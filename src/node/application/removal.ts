// Removes runs and sweeps: never one in progress, and never leaving a dangling reference.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { listRuns } from '#node/storage/runs.ts'
import type { ExperimentTools } from './benchmarks.ts'

export function removeRuns(ids: readonly string[], { runRepository }: ExperimentTools): void {
  const runs = ids.map((id) => runRepository.run(id))
  for (const run of runs) requireEnded(run)
  runRepository.removeRuns(ids)
  for (const run of runs) if (run.sweepId !== null) detachFromSweep(run, run.sweepId, runRepository)
}

/** Removes its runs as well. */
export function removeSweep(id: string, { database, runRepository }: ExperimentTools): void {
  const sweep = runRepository.sweep(id)
  if (sweep.status === 'running') throw stillRunning(sweep.plan.name)
  const runs = listRuns(database, { text: '', sweepId: id })
  runRepository.removeRuns(runs.map((run) => run.id))
  runRepository.removeSweep(id)
}

function detachFromSweep(
  run: Run,
  sweepId: string,
  runRepository: ExperimentTools['runRepository'],
): void {
  const sweep = runRepository.sweep(sweepId)
  const points = sweep.points.map((point) =>
    point.runId === run.id ? { ...point, runId: null } : point,
  )
  runRepository.saveSweep({ ...sweep, points })
}

function requireEnded({ status, name }: Run): void {
  if (status === 'preparing' || status === 'running') throw stillRunning(name)
}

function stillRunning(name: string): AppError {
  return new AppError('busy', message('runs.running', { name }), {
    remedy: message('runs.running.cancel'),
  })
}
