import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { insertEarlyRun } from './early-run.test-support.ts'
import { migrate } from '../migrations.ts'
import { findRun } from '../runs.ts'
import { initial } from './001-initial.ts'

test('runs of before were all measured here', () => {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  insertEarlyRun(database)
  migrate(database)

  expect(findRun(database, 'r')).toMatchObject({ serverName: 'a', imported: null })
})
