import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import { migrate } from '../migrations.ts'
import { migrations } from '../migrations.ts'
import { findSweep } from '../sweeps.ts'

test('sweeps of before ran on one server, and each of their points once', () => {
  const database = new Sqlite(':memory:')
  migrate(database, migrations.slice(0, 6))
  const plan = {
    name: 'rates',
    config: defaultBenchmarkConfig,
    requestRates: [1, 'inf'],
    maxConcurrencies: [null],
    secondsPerPoint: 10,
  }
  const point = { index: 0, requestRate: 1, maxConcurrency: null, status: 'waiting', runId: null }
  database
    .prepare(
      `INSERT INTO sweeps (id, status, server_name, created_at_epoch_ms, plan, points)
       VALUES ('s', 'completed', 'gpu-03', 1, ?, ?)`,
    )
    .run(JSON.stringify(plan), JSON.stringify([point]))
  migrate(database)

  expect(findSweep(database, 's')).toMatchObject({
    servers: [{ id: '', name: 'gpu-03' }],
    answers: [],
    plan: { axes: [], repeats: 1, search: null },
    points: [{ server: 0, settings: [], repeat: 0 }],
  })
})
