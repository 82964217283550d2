// Opens the SQLite file with all stored data, or throws with the reason why it cannot.
import path from 'node:path'
import { closeSync, existsSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '#node/files/make-folder.ts'
import { hasCode } from '#node/files/write-file.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { migrate } from './migrations.ts'
import { databaseUnavailable } from './storage-error.ts'

export type Database = Sqlite.Database

/** Time to wait while another process writes, such as a benchmark on the command line. */
const busyPatienceMs = 5000

/** Prompts and responses are private; SQLite's own files get the mode of the database. */
const ownerOnly = { folder: 0o700, file: 0o600 } as const

export function openDatabase(filePath: string): Database {
  let database: Database | null = null
  try {
    makeFolder(path.dirname(filePath), ownerOnly.folder)
    makePrivateFile(filePath)
    database = new Sqlite(filePath, { timeout: busyPatienceMs })
    requireOwn(database)
    configure(database)
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof AppError ? error : databaseUnavailable(filePath, error)
  }
}

/**
 * Opens an existing database for reading. An unfinished transaction of a killed program is rolled back first, which only a writer
 * can do. Throws `database-unavailable`.
 */
export function openToRead(filePath: string): Database {
  try {
    try {
      return openAndLook(filePath, { readonly: true })
    } catch (error) {
      if (!hasCode(error, ['SQLITE_READONLY_ROLLBACK'])) throw error
    }
    openAndLook(filePath, { timeout: busyPatienceMs }).close()
    return openAndLook(filePath, { readonly: true })
  } catch (error) {
    throw databaseUnavailable(filePath, error)
  }
}

/** SQLite opens the file on first access. */
function openAndLook(filePath: string, options: Sqlite.Options): Database {
  const database = new Sqlite(filePath, { ...options, fileMustExist: true })
  try {
    database.pragma('user_version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Creates the file if missing, because SQLite would create one that other users may read. */
export function makePrivateFile(filePath: string): void {
  if (!existsSync(filePath)) closeSync(openSync(filePath, 'a', ownerOnly.file))
}

/** Leaves the file of another program as it is. The first version of the schema creates all these tables at once. */
function requireOwn(database: Database): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck()
  const names = tables.all()
  if (names.length > 0 && !names.includes('runs')) {
    throw appError('database-unavailable', 'files.databaseForeign', { path: database.name })
  }
}

/** NORMAL loses nothing if the program is killed, and at most the last transactions in a power failure. */
function configure(database: Database): void {
  writeAhead(database)
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
}

/** SQLite does not wait here for another process that also opens a new database. */
function writeAhead(database: Database): void {
  const endMs = performance.now() + busyPatienceMs
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!hasCode(error, ['SQLITE_BUSY']) || performance.now() > endMs) throw error
      Atomics.wait(neverNotified, 0, 0, 10)
    }
  }
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4))

// Ensures one application per database, because a second one would treat the first one's runs as interrupted and its servers as
// stopped. Any process may add single command-line runs at any time.
export type ClaimedDatabase = Readonly<{
  database: Database
  /** Closes it and releases the claim. */
  close(): void
}>

/** Time to wait for an application that is closing. */
const patienceMs = 1000

/** `prepare` runs after the claim, before the database is opened. */
export function claimDatabase(
  databasePath: string,
  prepare: () => void = () => undefined,
): ClaimedDatabase {
  const lock = lockFile(databasePath)
  try {
    prepare()
    const database = openDatabase(databasePath)
    return {
      database,
      close() {
        database.close()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** A lock of the operating system on a file beside the database; a crash releases it. */
function lockFile(databasePath: string): Database {
  const lockPath = `${databasePath}-claim`
  let lock: Database | null = null
  try {
    makeFolder(path.dirname(lockPath), ownerOnly.folder)
    lock = new Sqlite(lockPath, { timeout: patienceMs })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock?.close()
    throw refusal(databasePath, cause)
  }
}

function refusal(databasePath: string, cause: unknown): AppError {
  if (!hasCode(cause, ['SQLITE_BUSY'])) return databaseUnavailable(databasePath, cause)
  return appError(
    'database-unavailable',
    'files.databaseClaimed',
    { path: databasePath },
    { cause },
  )
}
