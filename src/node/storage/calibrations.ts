// Calibrations of the client on this machine, newest first.
import { type Calibration, calibrationSchema } from '#core/model/run/calibration.ts'
import { storedValues } from './stored-values.ts'
import { openToRead } from './database.ts'

export const {
  save: saveCalibration,
  list: listCalibrations,
  remove: removeCalibration,
  damaged: damagedCalibrations,
} = storedValues<Calibration>({
  name: 'calibrations',
  schema: calibrationSchema,
  columns: {
    status: 'plain',
    createdAtEpochMs: 'plain, fixed',
    circumstances: 'json',
    plan: 'json, fixed',
    points: 'json',
    progress: 'plain',
    failure: 'json',
  },
  order: 'created_at_epoch_ms DESC, id',
})

/** For read-only commands: a database that is missing, or has another version, contains none. */
export function keptCalibrations(databasePath: string): readonly Calibration[] {
  try {
    const database = openToRead(databasePath)
    try {
      return listCalibrations(database)
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}
