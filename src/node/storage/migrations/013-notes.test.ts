import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { insertEarlyRun } from './early-run.test-support.ts'
import { migrate, migrations } from '../migrations.ts'
import { findRun, listRuns, saveRun } from '../runs.ts'

test('earlier runs have no notes, and can be given some', () => {
  const database = new Sqlite(':memory:')
  migrate(database, migrations.slice(0, 12))
  insertEarlyRun(database, ['tp4'])
  migrate(database)

  const run = findRun(database, 'r')
  expect(run).toMatchObject({ name: 'first', tags: ['tp4'], notes: '' })
  if (run !== null) saveRun(database, { ...run, notes: 'fans at full speed' })
  expect(findRun(database, 'r')?.notes).toBe('fans at full speed')
  expect(listRuns(database, { text: 'FANS tp4', sweepId: null })).toHaveLength(1)
})
