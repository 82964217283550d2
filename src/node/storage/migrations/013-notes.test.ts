import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import { migrate, migrations } from '../migrations.ts'
import { findRun, listRuns, saveRun } from '../runs.ts'

test('earlier runs have no notes, and can be given some', () => {
  const database = new Sqlite(':memory:')
  migrate(database, migrations.slice(0, 12))
  database
    .prepare(
      `INSERT INTO runs (
         id, name, tags, status, base_url, server_name, created_at_epoch_ms, planned_requests,
         client_version, config
       ) VALUES ('r', 'first', '["tp4"]', 'completed', 'http://a', 'a', 1, 1, '0.1.0', ?)`,
    )
    .run(JSON.stringify(defaultBenchmarkConfig))
  migrate(database)

  const run = findRun(database, 'r')
  expect(run).toMatchObject({ name: 'first', tags: ['tp4'], notes: '' })
  if (run !== null) saveRun(database, { ...run, notes: 'fans at full speed' })
  expect(findRun(database, 'r')?.notes).toBe('fans at full speed')
  expect(listRuns(database, { text: 'FANS tp4', sweepId: null })).toHaveLength(1)
})
