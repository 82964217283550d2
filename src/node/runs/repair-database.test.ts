// Rows that cannot be read: the others are there, each damaged one is named, and repairing loses nothing.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { metDamage } from '#node/storage/met-damage.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { appendRecords, eachRecord } from '#node/storage/requests.ts'
import { listRunSummaryRows } from '#node/storage/run-summary-rows.ts'
import { countRuns, findRun, listRuns, saveRun, saveRunAnyway } from '#node/storage/runs.ts'
import {
  exampleRecord,
  exampleRun,
  exampleSweep,
  temporaryDatabase,
  temporaryDatabasePath,
} from '#node/storage/storage.test-support.ts'
import { findSweep, listSweeps, saveSweep } from '#node/storage/sweeps.ts'
import { repairDatabase } from './repair-database.ts'
import { storedSummary } from './stored-runs.ts'

const all = { text: '', sweepId: null }
const runs = [0, 1, 2].map((at) => ({ ...exampleRun, id: `run-${at}`, createdAtEpochMs: 9 - at }))

const damages = [
  ['a figure beyond what can be read', `summary = json_set(summary, '$.totalInputTokens', 1e300)`],
  ['a figure that is missing', `summary = json_remove(summary, '$.metrics')`],
  ['text that is no JSON', `config = '{"backend": '`],
  ['a moment that no calendar has', 'created_at_epoch_ms = -9e999'],
  ['a state that does not exist', `status = 'lost'`],
  ['a name in place of a list', `tags = '"x"'`],
] as const

test.each(damages)('%s hides no other run', (_, change) => {
  const path = temporaryDatabasePath()
  const database = openDatabase(path)
  for (const run of runs) {
    saveRun(database, run)
    appendRecords(database, run.id, [exampleRecord(0), exampleRecord(1)])
    saveRun(database, { ...run, summary: storedSummary(database, run) })
  }
  saveSweep(database, exampleSweep)
  database.exec(`UPDATE runs SET ${change} WHERE id = 'run-1'`)

  const others = ['run-0', 'run-2']
  expect(listRuns(database, all).map(({ id }) => id)).toEqual(others)
  // Damaged rows do not count, else a page would seem to be the last.
  expect(listRuns(database, { ...all, limit: 2 }).map(({ id }) => id)).toEqual(others)
  expect(listRunSummaryRows(database, { ...all, limit: 200 }).length).toBeGreaterThanOrEqual(2)
  expect(metDamage(path)).toMatchObject([{ table: 'runs', id: 'run-1' }])
  expect(() => findRun(database, 'run-1')).toThrow('cannot be read')
  database.close()

  expect(checkDatabase(path).problems.join()).toContain('runs run-1: ')
  const { mended, removed, savedTo } = repairDatabase(path, 1)
  expect([...mended, ...removed]).toMatchObject([{ table: 'runs', id: 'run-1' }])
  expect(readFileSync(savedTo ?? '', 'utf8').match(/"table":"requests"/g)).toHaveLength(2)
  expect(checkDatabase(path).problems).toEqual([])
  expect(metDamage(path)).toEqual([])

  const repaired = openDatabase(path)
  expect(countRuns(repaired, all)).toBe(2 + mended.length)
  if (mended.length > 0) {
    expect(findRun(repaired, 'run-1')?.summary?.completed).toBe(2)
    expect(countRequestRows(repaired, { runId: 'run-1', failedOnly: false })).toBe(2)
  }
  repaired.close()
})

test('a damaged request and a damaged sweep', () => {
  const path = temporaryDatabasePath()
  const database = openDatabase(path)
  saveSweep(database, exampleSweep)
  saveRun(database, { ...exampleRun, sweepId: exampleSweep.id, status: 'running' })
  appendRecords(database, exampleRun.id, [exampleRecord(0), exampleRecord(1)])
  database.exec(`UPDATE requests SET differences = 'x' WHERE request_index = 1`)
  database.exec(`UPDATE sweeps SET points = '[{}]'`)
  expect(listSweeps(database)).toEqual([])
  expect(() => findSweep(database, exampleSweep.id)).toThrow('cannot be read')
  expect(() => [...eachRecord(database, exampleRun.id)]).toThrow('cannot be read')
  database.close()
  expect(repairDatabase(path, 1).removed).toMatchObject([
    { table: 'requests' },
    { table: 'sweeps' },
  ])
  const repaired = openDatabase(path)
  // Runs of the sweep outlive it.
  expect(findRun(repaired, exampleRun.id)).toMatchObject({ sweepId: null })
  expect([...eachRecord(repaired, exampleRun.id)]).toHaveLength(1)
  repaired.close()
})

const beyond = [NaN, Infinity, -Infinity, 1e308, 2 ** 63, -(2 ** 60)]

test.each(beyond)('nothing is stored that could not be read back: %d', (value) => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  for (const field of ['sentAtUs', 'endedAtUs', 'promptTokens', 'outputTokens'] as const) {
    const record = exampleRecord(0, { [field]: value })
    expect(() => appendRecords(database, exampleRun.id, [record])).toThrow('not stored')
  }
  expect(() => saveRun(database, { ...exampleRun, createdAtEpochMs: value })).toThrow('not stored')
  expect(findRun(database, exampleRun.id)).toEqual(exampleRun)
  appendRecords(database, exampleRun.id, [exampleRecord(0)])
  const measured = storedSummary(database, exampleRun)
  const summary = measured && { ...measured, completed: value }
  expect(saveRunAnyway(database, { ...exampleRun, summary })).toMatchObject({
    status: 'failed',
    summary: null,
  })
})

test('a run that failed without figures is summarised from its requests', () => {
  const path = temporaryDatabasePath()
  const database = openDatabase(path)
  for (const run of runs) saveRun(database, { ...run, status: 'failed', summary: null })
  appendRecords(database, 'run-1', [exampleRecord(0), exampleRecord(1)])
  database.close()
  expect(repairDatabase(path, 1)).toMatchObject({
    mended: [{ table: 'runs', id: 'run-1', why: 'It fell over.' }],
    removed: [],
    savedTo: null,
  })
  const repaired = openDatabase(path)
  expect(findRun(repaired, 'run-1')).toMatchObject({ status: 'failed', summary: { completed: 2 } })
  repaired.close()
  expect(repairDatabase(path, 1).mended).toEqual([])
})
