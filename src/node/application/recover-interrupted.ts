// What was going on when the program last ended without a word: runs are closed as failed, with what was measured; sweeps
// wait to be taken up again.
import type { Run } from '#core/model/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { Database } from '#node/storage/database.ts'
import { listCalibrations, saveCalibration } from '#node/storage/calibrations.ts'
import { findRun, listRuns, saveRun } from '#node/storage/runs.ts'
import { listSweeps, saveSweep } from '#node/storage/sweeps.ts'
import { storedSummary } from './stored-summary.ts'

export function recoverInterrupted(database: Database): void {
  const interrupted = listRuns(database, { text: '', sweepId: null, going: true })
  for (const run of interrupted) saveRun(database, closedRun(database, run))
  for (const sweep of listSweeps(database)) {
    if (sweep.status === 'running') saveSweep(database, interruptedSweep(database, sweep))
  }
  for (const calibration of listCalibrations(database)) {
    if (calibration.status === 'running')
      saveCalibration(database, { ...calibration, status: 'cancelled' })
  }
}

function closedRun(database: Database, run: Run): Run {
  const summary = storedSummary(database, run)
  const measured = (summary?.completed ?? 0) + (summary?.failed ?? 0)
  return {
    ...run,
    status: 'failed',
    summary,
    failure: {
      message: `Kneepoint ended during this run; ${measured} of ${run.plannedRequests} requests were measured and kept.`,
      remedy: 'Run it again for the whole picture.',
    },
  }
}

function interruptedSweep(database: Database, sweep: Sweep): Sweep {
  const points = sweep.points.map((point) => interruptedPoint(database, point))
  return { ...sweep, status: 'interrupted', points }
}

/** The point it was in is measured again, unless all that was missing was to say that it ended. */
function interruptedPoint(database: Database, point: SweepPoint): SweepPoint {
  if (point.status !== 'running') return point
  const run = point.runId === null ? null : findRun(database, point.runId)
  return run?.status === 'completed'
    ? { ...point, status: 'completed' }
    : { ...point, status: 'waiting', runId: null }
}
