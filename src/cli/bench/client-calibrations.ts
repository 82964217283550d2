// Calibrations of the client on this machine, read once and only after a run, which they must not delay.
import type { Calibration } from '#core/model/calibration.ts'
import { databasePath } from '#node/storage/database-path.ts'

let read: Promise<readonly Calibration[]> | null = null

/** Empty where the program's files were replaced during the run and can no longer be loaded. */
export function clientCalibrations(): Promise<readonly Calibration[]> {
  read ??= import('#node/storage/kept-calibrations.ts').then(
    ({ keptCalibrations }) => keptCalibrations(databasePath()),
    () => [],
  )
  return read
}
