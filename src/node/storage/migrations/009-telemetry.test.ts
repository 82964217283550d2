import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrations.ts'
import { readTelemetry } from '../telemetry.ts'
import { initial } from './001-initial.ts'

test('earlier runs have no samples', () => {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  migrate(database)
  expect(readTelemetry(database, 'r')).toEqual({ sources: [], problems: [] })
})
