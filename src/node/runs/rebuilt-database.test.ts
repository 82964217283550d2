// Damaged pages of a real file: all rows elsewhere are saved, none is changed, and losses are counted.
import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { repairText } from '#core/documents/database-text.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { eachRecord, appendRecords } from '#node/storage/requests.ts'
import { findRun, listRuns, saveRun } from '#node/storage/runs.ts'
import {
  exampleRecord,
  exampleRun,
  exampleSweep,
  temporaryDatabasePath,
} from '#node/storage/storage.test-support.ts'
import { saveSweep } from '#node/storage/sweeps.ts'
import { readTelemetry, telemetryAppender } from '#node/storage/telemetry.ts'
import { repairDatabase } from './repair-database.ts'

const requestsPerRun = 600
const pageBytes = 4096
const all = { text: '', sweepId: null }

function wholeDatabase(): string {
  const path = temporaryDatabasePath()
  const database = openDatabase(path)
  saveSweep(database, exampleSweep)
  for (const at of [0, 1, 2]) {
    const run = { ...exampleRun, id: `run-${at}`, sweepId: exampleSweep.id }
    saveRun(database, run)
    const records = Array.from({ length: requestsPerRun }, (_, index) =>
      exampleRecord(index, { generatedText: `run ${at} request ${index}` }),
    )
    appendRecords(database, run.id, records)
    const append = telemetryAppender(database, run.id, { kind: 'server', label: 'a' })
    for (let atEpochMs = 0; atEpochMs < 300; atEpochMs++)
      append({ atEpochMs, values: { requestsRunning: atEpochMs } })
  }
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  return path
}

function overwrite(path: string, page: number, bytes: Uint8Array, at = 0): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, (page - 1) * pageBytes + at)
  closeSync(file)
}

/** Pages without those of the schema, in random order. */
function contentPages(path: string, seed: number): number[] {
  const database = openDatabase(path)
  const sql = `SELECT pageno FROM dbstat WHERE name <> 'sqlite_schema' ORDER BY pageno * ? % 1009`
  const pages = database.prepare<[number], number>(sql).pluck().all(seed)
  database.close()
  return pages
}

/** Small numbers from a seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

/** Checks every row that is left. Returns how many requests. */
function keptRequests(path: string): number {
  const database = openDatabase(path)
  let kept = 0
  for (const run of listRuns(database, all)) {
    const at = run.id.slice(-1)
    for (const { index, generatedText, endedAtUs } of eachRecord(database, run.id)) {
      kept++
      expect(generatedText).toBe(`run ${at} request ${index}`)
      expect(endedAtUs).toBe(index * 1000 + 50_050)
    }
    expect(readTelemetry(database, run.id).problems).toEqual([])
  }
  database.close()
  return kept
}

test('one page anywhere', () => {
  const path = wholeDatabase()
  const copy = `${path}-copy`
  const pages = contentPages(path, 31).slice(0, 6)
  for (const [at, page] of pages.entries()) {
    copyFileSync(path, copy)
    overwrite(copy, page, Buffer.alloc(pageBytes, 0xa5))
    const repair = repairDatabase(copy, at)
    expect(checkDatabase(copy).problems).toEqual([])
    const kept = keptRequests(copy)
    const requests = repair.rebuilt?.tables.find(({ table }) => table === 'requests')
    expect(existsSync(repair.rebuilt?.keptAs ?? '')).toBe(true)
    if (requests === undefined || repair.removed.length > 0) continue
    expect(requests.saved).toBe(kept)
    if (requests.lost !== null) expect(kept + requests.lost).toBe(3 * requestsPerRun)
  }
})

test('a page of requests costs the rows in it alone', () => {
  const path = wholeDatabase()
  const original = readFileSync(path)
  // A leaf of the table of requests holds its text.
  const page = Math.floor(original.indexOf('run 1 request 300') / pageBytes) + 1
  overwrite(path, page, Buffer.alloc(pageBytes))
  expect(checkDatabase(path).problems).not.toEqual([])
  const repair = repairDatabase(path, 7)
  const requests = repair.rebuilt?.tables.find(({ table }) => table === 'requests')
  expect(requests?.lost).toBeGreaterThan(0)
  expect(requests?.lost).toBeLessThan(60)
  expect(keptRequests(path)).toBe(3 * requestsPerRun - (requests?.lost ?? 0))
  expect(repairText(path, repair)).toContain(`${requests?.saved} saved, ${requests?.lost} lost`)
  expect(statSync(path).mode & 0o077).toBe(0)
  // The damaged file is kept to the byte.
  original.fill(0, (page - 1) * pageBytes, page * pageBytes)
  expect(readFileSync(repair.rebuilt?.keptAs ?? '').equals(original)).toBe(true)
  expect(repairDatabase(path, 8)).toMatchObject({ rebuilt: null, savedTo: null })
})

test('every tenth page is noise', () => {
  const path = wholeDatabase()
  const pages = contentPages(path, 17)
  const roll = dice(2)
  const noise = () => Uint8Array.from({ length: pageBytes }, () => roll(256))
  for (const page of pages.slice(0, pages.length / 10)) overwrite(path, page, noise())
  repairDatabase(path, 1)
  expect(checkDatabase(path).problems).toEqual([])
  expect(keptRequests(path)).toBeGreaterThan(requestsPerRun)
})

test('single bytes anywhere leave a database that is whole', () => {
  const path = wholeDatabase()
  const bytes = statSync(path).size
  const copy = `${path}-copy`
  const roll = dice(3)
  let repaired = 0
  for (let at = 0; at < 6; at++) {
    copyFileSync(path, copy)
    for (let flips = 0; flips < 20; flips++) {
      const place = pageBytes + roll(bytes - pageBytes)
      overwrite(copy, 1, Uint8Array.of(roll(256)), place)
    }
    if (!isRepaired(copy, at)) continue
    repaired++
    const database = openDatabase(copy)
    for (const { id } of listRuns(database, all)) findRun(database, id)
    database.close()
  }
  expect(repaired).toBeGreaterThan(3)
})

/** False for one whose schema is lost, which is left as it is. */
function isRepaired(path: string, at: number): boolean {
  try {
    repairDatabase(path, at)
    expect(checkDatabase(path).problems).toEqual([])
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'database-unavailable' })
    return false
  }
}

test('without its first page, the file is refused and stays', () => {
  const path = wholeDatabase()
  overwrite(path, 1, Buffer.alloc(pageBytes, 0xa5))
  const before = readFileSync(path)
  expect(() => repairDatabase(path, 1)).toThrow(AppError)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}-rebuilt`)).toBe(false)
})
