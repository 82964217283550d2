import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { Database } from './database.ts'
import { listHosts, listServers } from './hosts-and-servers.ts'
import { migrate } from './migrations.ts'
import { readRequestRows } from './request-rows.ts'
import { readRecords } from './requests.ts'
import { findRun, listRuns, saveRun } from './runs.ts'
import { schemaVersions } from './schema-versions.ts'
import { findSweep } from './sweeps.ts'
import { readTelemetry } from './telemetry.ts'

/** A run as the first version stored it. */
function insertEarlyRun(database: Sqlite.Database, tags: readonly string[] = []): void {
  database
    .prepare(
      `INSERT INTO runs (
         id, name, tags, status, base_url, server_name, created_at_epoch_ms, planned_requests,
         client_version, config
       ) VALUES ('r', 'first', ?, 'completed', 'http://a', 'a', 1, 1, '0.1.0', ?)`,
    )
    .run(JSON.stringify(tags), JSON.stringify(defaultBenchmarkConfig))
}

test('runs of before were all measured here', () => {
  const database = new Sqlite(':memory:')
  migrate(database, schemaVersions.slice(0, 1))
  insertEarlyRun(database)
  migrate(database)

  expect(findRun(database, 'r')).toMatchObject({ serverName: 'a', imported: null })
})

test('servers of before stay, and this computer becomes the first host', () => {
  const database = new Sqlite(':memory:')
  database.pragma('foreign_keys = ON')
  migrate(database, schemaVersions.slice(0, 1))
  database.exec(`
    INSERT INTO hosts VALUES ('gpu-03');
    INSERT INTO servers VALUES
      ('a', 'gpu-03', 'far', '{"kind":"attached","baseUrl":"http://gpu-03:8000"}', 5);`)
  migrate(database)

  expect(listServers(database)).toEqual([
    {
      id: 'a',
      name: 'far',
      spec: { kind: 'attached', baseUrl: 'http://gpu-03:8000' },
      createdAtEpochMs: 5,
      ended: null,
    },
  ])
  expect(listHosts(database)).toMatchObject([{ id: 'local', spec: { kind: 'local' } }])
})

test('sweeps of before ran on one server, and each of their points once', () => {
  const database = new Sqlite(':memory:')
  migrate(database, schemaVersions.slice(0, 6))
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

test('earlier runs have no samples', () => {
  const database = new Sqlite(':memory:')
  migrate(database, schemaVersions.slice(0, 1))
  migrate(database)
  expect(readTelemetry(database, 'r')).toEqual({ sources: [], problems: [] })
})

test('earlier runs have no notes, and can be given some', () => {
  const database = new Sqlite(':memory:')
  migrate(database, schemaVersions.slice(0, 12))
  insertEarlyRun(database, ['tp4'])
  migrate(database)

  const run = findRun(database, 'r')
  expect(run).toMatchObject({ name: 'first', tags: ['tp4'], notes: '' })
  if (run !== null) saveRun(database, { ...run, notes: 'fans at full speed' })
  expect(findRun(database, 'r')?.notes).toBe('fans at full speed')
  expect(listRuns(database, { text: 'FANS tp4', sweepId: null })).toHaveLength(1)
})

/** A database of the first version with `rows` of requests, brought up to date. */
function migrated(rows: string): Database {
  const database = new Sqlite(':memory:')
  migrate(database, schemaVersions.slice(0, 1))
  database.pragma('foreign_keys = OFF')
  database.exec(rows)
  migrate(database)
  return database
}

test('requests of before keep what they had, and TPOT needs no first token', () => {
  const database = migrated(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, first_token_at_us, ended_at_us,
      prompt_tokens, output_tokens, gaps, generated_text
    ) VALUES
      ('r', 0, 0, 1000, 3000, 9000, 5, 4, x'', 'streamed'),
      ('r', 1, 0, 1000, NULL, 9000, 5, 5, x'', 'in one piece')`)

  expect(readRecords(database, 'r')).toMatchObject([
    { generatedText: 'streamed', firstTokenAtUs: 3000, firstAtUs: { chunk: null, content: null } },
    { generatedText: 'in one piece', firstTokenAtUs: null, inputAudioS: null },
  ])
  const rows = readRequestRows(database, {
    runId: 'r',
    offset: 0,
    limit: 2,
    failedOnly: false,
    sort: 'index',
    descending: false,
  })
  expect(rows.map(({ ttftMs, tpotMs }) => [ttftMs, tpotMs])).toEqual([
    [2, 2],
    [null, 2],
  ])
})

test('requests of earlier versions have one input, no turn and no mark', () => {
  const database = migrated(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, ended_at_us, prompt_tokens, gaps,
      generated_text
    ) VALUES ('r', 0, 0, 1000, 9000, 5, x'', '')`)

  const [record] = readRecords(database, 'r')
  expect(record).toMatchObject({ inputs: 1 })
  expect(record?.turn).toBeUndefined()
  expect([record?.resent, record?.readAtOnce]).toEqual([undefined, undefined])
})

/** A feature has one of the fields. */
test.runIf(existsSync('src/features/omni'))(
  'versions that follow from the table of fields never change',
  () => {
    expect([11, 14, 16, 18, 20, 21].flatMap((n) => schemaVersions[n - 1]?.split('\n'))).toEqual([
      'ALTER TABLE requests ADD COLUMN resent INTEGER NOT NULL DEFAULT 0;',
      'ALTER TABLE requests ADD COLUMN read_at_once INTEGER NOT NULL DEFAULT 0;',
      'ALTER TABLE requests ADD COLUMN rejected_attempts TEXT;',
      'ALTER TABLE requests ADD COLUMN target INTEGER;',
      'ALTER TABLE requests ADD COLUMN made TEXT;',
      'ALTER TABLE requests ADD COLUMN stage_metrics TEXT;',
      'ALTER TABLE requests ADD COLUMN differences TEXT;',
    ])
  },
)
