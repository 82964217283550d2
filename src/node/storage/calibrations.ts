// Calibrations of the client on this machine.
import { type Calibration, calibrationSchema } from '#core/model/run/calibration.ts'
import { type Database, fromJson, toJson } from './database.ts'

type CalibrationRow = {
  id: string
  status: string
  created_at_epoch_ms: number
  circumstances: string
  plan: string
  points: string
  progress: number
  failure: string | null
}

export function saveCalibration(database: Database, calibration: Calibration): void {
  const { circumstances, plan, points, failure } = calibration
  database
    .prepare(
      `INSERT INTO calibrations
         (id, status, created_at_epoch_ms, circumstances, plan, points, progress, failure)
       VALUES
         (@id, @status, @createdAtEpochMs, @circumstances, @plan, @points, @progress, @failure)
       ON CONFLICT (id) DO UPDATE SET
         status = @status, circumstances = @circumstances, points = @points, progress = @progress, failure = @failure`,
    )
    .run({
      ...calibration,
      circumstances: toJson(circumstances),
      plan: toJson(plan),
      points: toJson(points),
      failure: toJson(failure),
    })
}

/** Newest first. */
export function listCalibrations(database: Database): Calibration[] {
  return database
    .prepare<[], CalibrationRow>('SELECT * FROM calibrations ORDER BY created_at_epoch_ms DESC, id')
    .all()
    .map(toCalibration)
}

export function removeCalibration(database: Database, id: string): void {
  database.prepare<[string]>('DELETE FROM calibrations WHERE id = ?').run(id)
}

function toCalibration(row: CalibrationRow): Calibration {
  return calibrationSchema.parse({
    id: row.id,
    status: row.status,
    createdAtEpochMs: row.created_at_epoch_ms,
    circumstances: fromJson(row.circumstances),
    plan: fromJson(row.plan),
    points: fromJson(row.points),
    progress: row.progress,
    failure: fromJson(row.failure),
  })
}
