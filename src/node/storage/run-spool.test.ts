// What a held database does not take waits beside it, whatever breaks off in between.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { recoverAbandoned, recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { openDatabase } from './database.ts'
import { PatientWriter } from './patient-writer.ts'
import { countRequestRows } from './request-rows.ts'
import { appendRecords, readRecords } from './requests.ts'
import { mergeSpool, spooledRuns } from './run-spool.ts'
import { findRun, saveRun } from './runs.ts'
import { exampleRecord, exampleRun, temporaryDatabasePath } from './storage.test-support.ts'

const running = { ...exampleRun, status: 'running', failure: null } as const
const batchOf = (from: number, count = 3) =>
  Array.from({ length: count }, (_, at) => exampleRecord(from + at))

function patient() {
  const path = temporaryDatabasePath()
  const database = openDatabase(path)
  let atMs = 0
  const nowMs = () => atMs
  const writer = new PatientWriter({ database, runId: running.id, run: () => running, nowMs })
  const holder = new Sqlite(path)
  const append = (from: number, takesMs = 0) =>
    writer.append(
      (records) => {
        appendRecords(database, running.id, records)
        atMs += takesMs
      },
      () => batchOf(from),
    )
  const idle = (ms: number) => (atMs += ms)
  return { path, database, writer, holder, append, idle }
}

const counted = { runId: running.id, failedOnly: false }

test('a lock costs nothing', async () => {
  const { path, database, writer, holder, append } = patient()
  writer.write(() => saveRun(database, running))
  append(0)
  holder.exec('BEGIN IMMEDIATE')
  append(3)
  writer.write(() => saveRun(database, { ...running, notes: 'later' }))
  append(6)
  expect(countRequestRows(database, counted)).toBe(3)
  expect(await writer.settle(0)).toBe(false)
  holder.exec('COMMIT')
  expect(await writer.settle()).toBe(true)
  expect(readRecords(database, running.id)).toEqual([...batchOf(0), ...batchOf(3), ...batchOf(6)])
  expect(spooledRuns(path)).toEqual([])
})

test('from the first to the last write: the next start has the run', () => {
  const { path, database, writer, holder, append } = patient()
  holder.exec('BEGIN IMMEDIATE')
  writer.write(() => saveRun(database, running))
  append(0)
  const recounted = [{ index: 1, outputTokens: 7, tokenParts: undefined }]
  writer.leave({ ...running, status: 'completed' }, recounted)
  holder.close()
  recoverAbandoned(database)
  // No process is known to have ended, so an application would be asked first.
  expect(findRun(database, running.id)).toBeNull()
  recoverInterrupted(database)
  expect(findRun(database, running.id)?.status).toBe('completed')
  expect(countRequestRows(database, counted)).toBe(3)
  expect(existsSync(writer.spoolPath)).toBe(false)
  expect(spooledRuns(path)).toEqual([])
})

test('a load faster than the database goes beside it', async () => {
  const { database, writer, append } = patient()
  saveRun(database, running)
  for (let batch = 0; batch < 5; batch++) append(3 * batch, 1000)
  expect(countRequestRows(database, counted)).toBe(12)
  expect(await writer.settle()).toBe(true)
  expect(countRequestRows(database, counted)).toBe(15)
})

test('inserts that take less than half the time stay in the database', () => {
  const { database, append, idle } = patient()
  saveRun(database, running)
  for (let batch = 0; batch < 50; batch++) {
    append(3 * batch, 1000)
    idle(1001)
  }
  expect(countRequestRows(database, counted)).toBe(150)
})

test('cut anywhere, it gives all that is whole', () => {
  const { path, database, writer, holder, append } = patient()
  holder.exec('BEGIN IMMEDIATE')
  append(0)
  holder.exec('COMMIT')
  writer.leave(running)
  const whole = readFileSync(writer.spoolPath)
  for (let length = 0; length <= whole.length; length += 97) {
    writeFileSync(writer.spoolPath, whole.subarray(0, length))
    // What was measured after the cut follows it.
    appendFileSync(
      writer.spoolPath,
      `\n${JSON.stringify({ kind: 'run', run: running, requests: 0, result: null })}\n`,
    )
    mergeSpool(database, running.id)
    expect(findRun(database, running.id)?.status).toBe('running')
    expect(spooledRuns(path)).toEqual([])
  }
  expect(countRequestRows(database, counted)).toBe(3)
})

test('noise is passed over, and a file without its run is kept', () => {
  const { path, database } = patient()
  const file = `${path}-spool-x`
  writeFileSync(file, Buffer.alloc(5000, 0xa5))
  mergeSpool(database, 'x')
  expect(existsSync(file)).toBe(true)
})
