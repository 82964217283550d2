import { expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { holdRun } from '#node/storage/run-lock.ts'
import { findRun, saveRun } from '#node/storage/runs.ts'
import {
  exampleRecord,
  exampleRun,
  exampleSweep,
  temporaryDatabase,
} from '#node/storage/storage.test-support.ts'
import { findSweep, saveSweep } from '#node/storage/sweeps.ts'
import { recoverAbandoned, recoverInterrupted } from './recover-interrupted.ts'

const interrupted: Run = { ...exampleRun, status: 'running', failure: null, plannedRequests: 5 }

test('a run that was going on becomes a failed one with the numbers of what it measured', () => {
  const database = temporaryDatabase()
  saveRun(database, interrupted)
  const error = { code: 'reset', message: 'Cut off.', status: null, body: null } as const
  appendRecords(database, interrupted.id, [exampleRecord(0), exampleRecord(3, { error })])
  recoverInterrupted(database)
  const run = findRun(database, interrupted.id)
  expect(run?.status).toBe('failed')
  expect(run?.failure?.message).toContain('2 of 5 requests')
  expect(run?.summary).toMatchObject({ completed: 1, failed: 1, durationS: 0.05305 })
})

test('a run that another process is measuring is left alone, until that process is gone', () => {
  const database = temporaryDatabase()
  saveRun(database, interrupted)
  const giveBack = holdRun(database.name, interrupted.id)
  recoverInterrupted(database)
  recoverAbandoned(database)
  expect(findRun(database, interrupted.id)?.status).toBe('running')
  giveBack()
  recoverAbandoned(database)
  expect(findRun(database, interrupted.id)?.status).toBe('running')
  recoverInterrupted(database)
  expect(findRun(database, interrupted.id)?.status).toBe('failed')
})

test('a run that had measured nothing has no numbers', () => {
  const database = temporaryDatabase()
  saveRun(database, { ...interrupted, status: 'preparing' })
  recoverInterrupted(database)
  expect(findRun(database, interrupted.id)).toMatchObject({ status: 'failed', summary: null })
})

test('a run that had ended is left alone', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  recoverInterrupted(database)
  expect(findRun(database, exampleRun.id)).toEqual(exampleRun)
})

test('a sweep that was going on can be taken up again at its point; those before it stay', () => {
  const database = temporaryDatabase()
  const [point] = exampleSweep.points
  if (point === undefined) throw new Error('the example has points')
  const finished = { ...exampleRun, id: 'finished', status: 'completed' } as const
  saveRun(database, finished)
  saveRun(database, interrupted)
  saveSweep(database, {
    ...exampleSweep,
    status: 'running',
    points: [
      { ...point, index: 0, status: 'completed' },
      { ...point, index: 1, status: 'running', runId: finished.id },
      { ...point, index: 2, status: 'running', runId: interrupted.id },
      { ...point, index: 3, status: 'waiting', runId: null },
    ],
  })
  recoverInterrupted(database)
  const sweep = findSweep(database, exampleSweep.id)
  expect(sweep?.status).toBe('interrupted')
  expect(sweep?.points.map(({ status, runId }) => [status, runId])).toEqual([
    ['completed', point.runId],
    ['completed', 'finished'],
    ['waiting', null],
    ['waiting', null],
  ])
})

test('a sweep that was paused stays so', () => {
  const database = temporaryDatabase()
  saveSweep(database, { ...exampleSweep, status: 'paused' })
  recoverInterrupted(database)
  expect(findSweep(database, exampleSweep.id)?.status).toBe('paused')
})
