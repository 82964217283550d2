// Recovers experiments after the program ended abnormally: marks runs as failed, with their measurements, and makes sweeps
// resumable. Also computes missing results of tunings from earlier versions.
import { remedied, storedFailure } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { Database } from '#node/storage/database.ts'
import { listCalibrations, saveCalibration } from '#node/storage/calibrations.ts'
import { isCorrupt } from '#node/storage/damage.ts'
import { forgetHolder, holderOf, type RunHolder } from '#node/storage/run-lock.ts'
import { mergeSpool, spooledRuns } from '#node/storage/run-spool.ts'
import { findRun, listRuns, saveRunAnyway } from '#node/storage/runs.ts'
import { listSweeps, saveSweep } from '#node/storage/sweeps.ts'
import { lacksFinding, withFinding } from './found-setting.ts'
import { summaryIfAny } from './stored-runs.ts'

export function recoverInterrupted(database: Database): void {
  mergeSpools(database, ['none', 'ended'])
  closeRuns(database, ['none', 'ended'])
  for (const sweep of listSweeps(database)) {
    if (sweep.status === 'running') {
      saveSweep(database, withFinding(database, interruptedSweep(database, sweep)))
    } else if (lacksFinding(sweep)) saveSweep(database, withFinding(database, sweep))
  }
  for (const calibration of listCalibrations(database)) {
    if (calibration.status === 'running')
      saveCalibration(database, { ...calibration, status: 'cancelled' })
  }
}

/** Recovers only runs of the command line, because an application may be measuring its own. */
export function recoverAbandoned(database: Database): void {
  mergeSpools(database, ['ended'])
  closeRuns(database, ['ended'])
}

/** Merges records that could not be written into the database during the run. */
function mergeSpools(database: Database, holders: readonly RunHolder[]): void {
  for (const runId of spooledRuns(database.name)) {
    if (!holders.includes(holderOf(database.name, runId))) continue
    mergeSpool(database, runId)
    const run = readable(() => findRun(database, runId))
    const isGoing = run?.status === 'preparing' || run?.status === 'running'
    // Its earlier summary lacks the records that were waiting.
    if (run?.status === 'failed') {
      saveRunAnyway(database, { ...run, summary: summaryIfAny(database, run, isCorrupt) })
    }
    if (!isGoing) forgetHolder(database.name, runId)
  }
}

function closeRuns(database: Database, holders: readonly RunHolder[]): void {
  for (const run of listRuns(database, { text: '', sweepId: null, going: true })) {
    if (!holders.includes(holderOf(database.name, run.id))) continue
    saveRunAnyway(database, closedRun(database, run))
    forgetHolder(database.name, run.id)
  }
}

function closedRun(database: Database, run: Run): Run {
  const summary = summaryIfAny(database, run, isCorrupt)
  const measured = (summary?.completed ?? 0) + (summary?.failed ?? 0)
  return {
    ...run,
    status: 'failed',
    summary,
    failure: storedFailure(
      remedied('runs.interrupted', { measured, planned: run.plannedRequests }),
    ),
  }
}

function interruptedSweep(database: Database, sweep: Sweep): Sweep {
  const points = sweep.points.map((point) => interruptedPoint(database, point))
  return { ...sweep, status: 'interrupted', points }
}

/** Null for a damaged row, which must not prevent the program from starting. */
function readable<Value>(read: () => Value | null): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'row-damaged') return null
    throw error
  }
}

/** The interrupted point is measured again, unless only its end was not stored. */
function interruptedPoint(database: Database, point: SweepPoint): SweepPoint {
  if (point.status !== 'running') return point
  const { runId } = point
  const run = runId === null ? null : readable(() => findRun(database, runId))
  return run?.status === 'completed'
    ? { ...point, status: 'completed' }
    : { ...point, status: 'waiting', runId: null }
}
