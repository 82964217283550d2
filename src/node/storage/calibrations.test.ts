import { expect, test } from 'vitest'
import { exampleCalibration } from '#core/report/example-calibration.test-support.ts'
import {
  keptCalibrations,
  listCalibrations,
  removeCalibration,
  saveCalibration,
} from './calibrations.ts'
import { temporaryDatabase } from './storage.test-support.ts'

test('a read-only caller finds none where there is no such database', () => {
  expect(keptCalibrations('/nowhere/kneepoint.db')).toEqual([])
  const database = temporaryDatabase()
  saveCalibration(database, exampleCalibration)
  expect(keptCalibrations(database.name)).toEqual([exampleCalibration])
})

test('a calibration is read as it was saved last, the newest first', () => {
  const database = temporaryDatabase()
  const begun = { ...exampleCalibration, status: 'running', points: [], progress: 0 } as const
  const circumstances = { ...exampleCalibration.circumstances, server: null }
  saveCalibration(database, { ...begun, points: [], circumstances })
  saveCalibration(database, exampleCalibration)
  const newer = { ...exampleCalibration, id: 'calibration-2', createdAtEpochMs: Date.now() }
  saveCalibration(database, newer)
  expect(listCalibrations(database)).toEqual([newer, exampleCalibration])
  removeCalibration(database, newer.id)
  expect(listCalibrations(database)).toEqual([exampleCalibration])
})
