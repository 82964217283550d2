// Calibrations as a command reads them that has nothing to write: a database that is not there, or is of another
// version, simply holds none.
import Sqlite from 'better-sqlite3'
import type { Calibration } from '#core/model/run/calibration.ts'
import { listCalibrations } from './calibrations.ts'

export function keptCalibrations(databasePath: string): readonly Calibration[] {
  try {
    const database = new Sqlite(databasePath, { readonly: true, fileMustExist: true })
    try {
      return listCalibrations(database)
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}
