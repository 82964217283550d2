import { expect, test } from 'vitest'
import type { Sweep } from '#core/model/sweep.ts'
import { exampleRun, exampleSweep, temporaryDatabase } from './storage.test-support.ts'
import { listRuns, saveRun } from './runs.ts'
import { findSweep, listSweeps, removeSweep, saveSweep } from './sweeps.ts'

test('a sweep is read as it was saved and takes its runs along when removed', () => {
  const database = temporaryDatabase()
  saveSweep(database, exampleSweep)
  saveRun(database, { ...exampleRun, sweepId: exampleSweep.id, pointIndex: 0 })
  saveRun(database, { ...exampleRun, id: 'run-2' })
  const finished: Sweep = { ...exampleSweep, status: 'completed' }
  saveSweep(database, finished)
  expect(listSweeps(database)).toEqual([finished])
  expect(listRuns(database, { text: '', sweepId: exampleSweep.id }).map(({ id }) => id)).toEqual([
    'run-1',
  ])
  removeSweep(database, exampleSweep.id)
  expect(findSweep(database, exampleSweep.id)).toBeNull()
  expect(listRuns(database, { text: '', sweepId: null }).map(({ id }) => id)).toEqual(['run-2'])
})
