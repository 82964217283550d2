// Calibrations of the client on this machine, read once and only after a run, to avoid delaying it.
import { existsSync } from 'node:fs'
import type { Calibration } from '#core/model/run/calibration.ts'
import { markElsewhere } from '#core/stats/calibration/calibrated-for.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { ownVersion } from '../own-files.ts'

let read: Promise<readonly Calibration[]> | null = null

/** Empty if there is no database, or if an update replaced the program's files during the run so that they cannot be loaded. */
export function clientCalibrations(): Promise<readonly Calibration[]> {
  return (read ??= readCalibrations())
}

/** The database is a native module, loaded only if there is a database to read. */
async function readCalibrations(): Promise<readonly Calibration[]> {
  const path = databasePath()
  if (!existsSync(path)) return []
  const loaded = await import('#node/storage/calibrations.ts').catch(() => null)
  return markElsewhere(loaded?.keptCalibrations(path) ?? [], clientCircumstances(ownVersion()))
}
