// What was going on when the program last ended without a word: closed as failed, with what was measured.
import type { Run } from '#core/model/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { Database } from '#node/storage/database.ts'
import { listCalibrations, saveCalibration } from '#node/storage/calibrations.ts'
import { listRuns, saveRun } from '#node/storage/runs.ts'
import { listSweeps, saveSweep } from '#node/storage/sweeps.ts'
import { storedSummary } from './stored-summary.ts'

export function recoverInterrupted(database: Database): void {
  const interrupted = listRuns(database, { text: '', sweepId: null, going: true })
  for (const run of interrupted) saveRun(database, closedRun(database, run))
  for (const sweep of listSweeps(database)) {
    if (sweep.status === 'running') saveSweep(database, closedSweep(sweep))
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

function closedSweep(sweep: Sweep): Sweep {
  return { ...sweep, status: 'failed', points: sweep.points.map(closedPoint) }
}

function closedPoint(point: SweepPoint): SweepPoint {
  if (point.status === 'running') return { ...point, status: 'failed' }
  return point.status === 'waiting' ? { ...point, status: 'cancelled' } : point
}
