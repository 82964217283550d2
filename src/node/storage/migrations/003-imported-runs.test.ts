import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import { migrate } from '../migrations.ts'
import { findRun } from '../runs.ts'
import { initial } from './001-initial.ts'

test('runs of before were all measured here', () => {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  database
    .prepare(
      `INSERT INTO runs (
         id, name, tags, status, base_url, server_name, created_at_epoch_ms, planned_requests,
         client_version, config
       ) VALUES ('r', 'first', '[]', 'completed', 'http://a', 'a', 1, 1, '0.1.0', ?)`,
    )
    .run(JSON.stringify(defaultBenchmarkConfig))
  migrate(database)

  expect(findRun(database, 'r')).toMatchObject({ serverName: 'a', imported: null })
})
