// Calibrations of the client on this machine, newest first.
import { type Calibration, calibrationSchema } from '#core/model/run/calibration.ts'
import { storedValues } from './stored-values.ts'

export const {
  save: saveCalibration,
  list: listCalibrations,
  remove: removeCalibration,
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
