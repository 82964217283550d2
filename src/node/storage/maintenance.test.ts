import Sqlite from 'better-sqlite3'
import {
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claimDatabase, openDatabase } from './database.ts'
import { migrate } from './migrations.ts'
import { schemaVersions } from './schema-versions.ts'
import { appendRecords, readRecords } from './requests.ts'
import { removeRuns, saveRun } from './runs.ts'
import {
  exampleRecord,
  exampleRun,
  temporaryDatabasePath,
  storedRun,
} from './storage.test-support.ts'
import { backupDatabase, checkDatabase, vacuumDatabase } from './check-database.ts'

const requests = 2000

/** Somewhere behind the first pages, as a disk does it. */
function damage(filePath: string): void {
  const file = openSync(filePath, 'r+')
  writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, Math.floor(statSync(filePath).size / 2))
}

const rowsOf = (filePath: string) => Object.fromEntries(checkDatabase(filePath).rows)

describe('checking', () => {
  test('a whole database reports its version and its rows, and is not touched', () => {
    const filePath = storedRun(requests)
    const before = readFileSync(filePath)
    const report = checkDatabase(filePath)
    expect(report).toMatchObject({ path: filePath, bytes: before.length, problems: [] })
    expect(report.version).toBe(report.newestVersion)
    expect(rowsOf(filePath)).toMatchObject({ runs: 1, requests, sweeps: 0 })
    expect(readFileSync(filePath).equals(before)).toBe(true)
  })

  test('an older one is not brought up to date by looking at it', () => {
    const filePath = temporaryDatabasePath()
    const older = new Sqlite(filePath)
    migrate(older, schemaVersions.slice(0, 1))
    older.close()
    expect(checkDatabase(filePath)).toMatchObject({ version: 1, problems: [] })
    expect(checkDatabase(filePath).version).toBe(1)
  })

  test('a transaction that a killed program left unfinished is rolled back', () => {
    const filePath = storedRun(requests)
    const left = temporaryDatabasePath()
    const writer = new Sqlite(filePath)
    writer.pragma('journal_mode = DELETE')
    // A cache of one page writes changes to the file before they are committed.
    writer.pragma('cache_size = 1')
    writer.exec('BEGIN; DELETE FROM requests')
    for (const end of ['', '-journal']) copyFileSync(`${filePath}${end}`, `${left}${end}`)
    writer.close()
    expect(rowsOf(left)).toMatchObject({ runs: 1, requests })
    expect(existsSync(`${left}-journal`)).toBe(false)
  })

  test('a damaged page is reported in the words of SQLite', () => {
    const filePath = storedRun(requests)
    damage(filePath)
    expect(checkDatabase(filePath).problems.join('\n')).toMatch(/page|malformed/i)
  })

  test('requests of a missing run are reported', () => {
    const filePath = storedRun(requests)
    const database = new Sqlite(filePath)
    database.pragma('foreign_keys = OFF')
    database.exec('DELETE FROM runs')
    database.close()
    expect(checkDatabase(filePath).problems).toEqual([
      `${requests} rows of requests lack their runs`,
    ])
  })

  test('a row that cannot be read is reported with the reason', () => {
    const filePath = storedRun(requests)
    const database = new Sqlite(filePath)
    database.exec("UPDATE runs SET status = 'odd'")
    database.close()
    expect(checkDatabase(filePath).problems).toEqual([
      expect.stringMatching(/^runs \S+: status .*preparing/),
    ])
  })

  test.each([
    ['a file that is cut off', (filePath: string) => truncateSync(filePath, 5000)],
    ['a file that is none', (filePath: string) => truncateSync(filePath, 50)],
  ])('%s is damaged', (_what, change) => {
    const filePath = storedRun(requests)
    change(filePath)
    try {
      expect(checkDatabase(filePath).problems).not.toEqual([])
    } catch (error) {
      expect(error).toMatchObject({ code: 'database-unavailable' })
    }
  })

  test('a file that is none is refused once, with what to do', () => {
    const filePath = storedRun(requests)
    truncateSync(filePath, 50)
    expect(() => checkDatabase(filePath)).toThrow(
      expect.objectContaining({
        message: `The database ${filePath} is damaged: database disk image is malformed.`,
        code: 'database-unavailable',
      }),
    )
  })

  test('what is not there is said', () => {
    expect(() => checkDatabase(temporaryDatabasePath())).toThrow('There is no database at')
  })
})

describe('a backup', () => {
  test('holds what was kept, though the window is open and writes', async () => {
    const filePath = storedRun(requests)
    const { database, close } = claimDatabase(filePath)
    const destination = path.join(path.dirname(filePath), 'copies', 'one.db')
    const copying = backupDatabase(filePath, destination)
    appendRecords(database, exampleRun.id, [exampleRecord(requests)])
    const report = await copying
    expect(report).toMatchObject({ path: destination, problems: [] })
    close()
    // No other user may read it, and nothing is left beside it.
    expect(readdirSync(path.dirname(destination))).toEqual(['one.db'])
    expect(statSync(destination).mode & 0o077).toBe(0)
    const copy = openDatabase(destination)
    const records = readRecords(copy, exampleRun.id)
    expect(records.slice(0, requests)).toHaveLength(requests)
    expect(records[0]).toEqual(exampleRecord(0))
    copy.close()
  })

  test('never replaces a file', async () => {
    const filePath = storedRun(requests)
    await expect(backupDatabase(filePath, filePath)).rejects.toThrow('is there already')
  })

  test('of a damaged database is none', async () => {
    const filePath = storedRun(requests)
    damage(filePath)
    const destination = `${filePath}.copy`
    await expect(backupDatabase(filePath, destination)).rejects.toThrow('the copy is damaged')
    expect(existsSync(destination)).toBe(false)
    expect(existsSync(`${destination}.unfinished`)).toBe(false)
  })
})

describe('rewriting', () => {
  test('gives back the room of what was removed and keeps the rest', () => {
    const filePath = storedRun(requests)
    const database = openDatabase(filePath)
    saveRun(database, { ...exampleRun, id: 'kept' })
    removeRuns(database, [exampleRun.id])
    database.close()
    const { bytesBefore, bytesAfter } = vacuumDatabase(filePath)
    expect(bytesAfter).toBeLessThan(bytesBefore / 2)
    expect(rowsOf(filePath)).toMatchObject({ runs: 1, requests: 0 })
  })

  test('is refused while a window is open', () => {
    const filePath = storedRun(requests)
    const { close } = claimDatabase(filePath)
    expect(() => vacuumDatabase(filePath)).toThrow('Another Kneepoint window')
    close()
    rmSync(filePath)
  })
})
