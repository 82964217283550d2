// Opens the one SQLite file everything is kept in, ready to use, or says why it cannot be.
import Sqlite from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { migrate } from './migration.ts'

export type Database = Sqlite.Database

/** How long to wait for another Kneepoint that is just closing. */
const lockPatienceMs = 1000

export function openDatabase(filePath: string): Database {
  let database: Database | null = null
  try {
    mkdirSync(path.dirname(filePath), { recursive: true })
    database = new Sqlite(filePath, { timeout: lockPatienceMs })
    configure(database)
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof AppError ? error : unavailable(filePath, error)
  }
}

/**
 * One writer: the lock is held while the program lives, so that no second Kneepoint takes our runs for
 * interrupted ones. The operating system lets go of it even after a crash. NORMAL loses nothing when the
 * program is killed, and at most the last transactions when the machine loses power.
 */
function configure(database: Database): void {
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  database.exec('BEGIN IMMEDIATE; COMMIT')
}

function unavailable(filePath: string, error: unknown): AppError {
  if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
    return new AppError('database-unavailable', `Another Kneepoint is using ${filePath}.`, {
      remedy: 'Close the other one, or set KNEEPOINT_DATA to another folder.',
      cause: error,
    })
  }
  return new AppError(
    'database-unavailable',
    `The database ${filePath} cannot be used: ${messageOf(error)}.`,
    {
      remedy: 'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
      cause: error,
    },
  )
}
