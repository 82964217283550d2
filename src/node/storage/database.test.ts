import Sqlite from 'better-sqlite3'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusalOf } from '#core/model/refusal.test-support.ts'
import { claimDatabase, openDatabase } from './database.ts'

let folder: string
let filePath: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-database-'))
  filePath = path.join(folder, 'deep', 'kneepoint.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a database of another program is refused, and stays as it is', () => {
  const foreign = path.join(folder, 'kneepoint.db')
  const other = new Sqlite(foreign)
  other.exec('CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 74')
  other.close()
  const before = readFileSync(foreign)
  const refusal = refusalOf(() => openDatabase(foreign))
  expect(refusal.code).toBe('database-unavailable')
  expect(refusal.message).toContain('another program')
  expect(readFileSync(foreign)).toEqual(before)
  expect(readdirSync(folder)).toEqual(['kneepoint.db'])
})

test('a first start makes the folder, the file and every table', () => {
  const database = openDatabase(filePath)
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
  expect(tables).toEqual([
    'calibrations',
    'feature_values',
    'hosts',
    'imported_results',
    'launch_profiles',
    'requests',
    'runs',
    'servers',
    'sweep_log',
    'sweeps',
    'telemetry_problems',
    'telemetry_samples',
    'telemetry_sources',
  ])
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1)
  database.close()
})

test('no other user of the machine may read what is stored', () => {
  const { close } = claimDatabase(filePath)
  const modes = readdirSync(path.dirname(filePath)).map((name) => [
    name,
    statSync(path.join(path.dirname(filePath), name)).mode & 0o077,
  ])
  expect(Object.fromEntries(modes)).toMatchObject({ 'kneepoint.db': 0, 'kneepoint.db-wal': 0 })
  expect(statSync(path.dirname(filePath)).mode & 0o077).toBe(0)
  close()
})

test('a second start finds the database as it was left', () => {
  openDatabase(filePath).exec(`INSERT INTO launch_profiles VALUES ('gpu-03', '{}', 1, 1)`).close()
  const database = openDatabase(filePath)
  expect(database.prepare('SELECT id FROM launch_profiles').pluck().all()).toEqual(['gpu-03'])
  database.close()
})

test('a database written by a newer program is refused with a sentence and left alone', () => {
  openDatabase(filePath).close()
  const newer = new Sqlite(filePath)
  newer.pragma('user_version = 999')
  newer.close()

  const refusal = refusalOf(() => openDatabase(filePath))
  expect(refusal.code).toBe('database-newer')
  expect(refusal.message).toContain('its version is 999')
  expect(refusal.remedy).toContain('Update Kneepoint')
  const untouched = new Sqlite(filePath)
  expect(untouched.pragma('user_version', { simple: true })).toBe(999)
  untouched.close()
})

test('a file that is no database is refused by its path', () => {
  openDatabase(filePath).close()
  writeFileSync(filePath, 'surely not SQLite'.repeat(100))
  const refusal = refusalOf(() => openDatabase(filePath))
  expect(refusal.code).toBe('database-unavailable')
  expect(refusal.message).toContain(filePath)
})

test('a folder that cannot be made is refused by its path', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const refusal = refusalOf(() => openDatabase(path.join(file, 'kneepoint.db')))
  expect(refusal.code).toBe('database-unavailable')
})

test('two programs may write to the same database, one after the other', () => {
  const [first, second] = [openDatabase(filePath), openDatabase(filePath)]
  first.exec(`INSERT INTO launch_profiles VALUES ('a', '{}', 1, 1)`)
  second.exec(`INSERT INTO launch_profiles VALUES ('b', '{}', 1, 1)`)
  expect(first.prepare('SELECT count(*) FROM launch_profiles').pluck().get()).toBe(2)
  first.close()
  second.close()
})

test('only one application may claim a database, while single runs may still be added', () => {
  const claimed = claimDatabase(filePath)
  const refusal = refusalOf(() => claimDatabase(filePath))
  expect(refusal.code).toBe('database-unavailable')
  expect(refusal.message).toContain('Another Kneepoint window')
  openDatabase(filePath).close()
  claimed.close()
  claimDatabase(filePath).close()
})
