// One application per database: a second one would take the first one's runs for interrupted and its servers for
// stopped. Single runs of the command line may be added by any process at any time.
import Sqlite from 'better-sqlite3'
import path from 'node:path'
import { message } from '#core/messages/message.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import { AppError } from '#core/model/app-error.ts'
import { openDatabase, ownerOnly, type Database } from './database.ts'
import { databaseUnavailable } from './storage-error.ts'

export type ClaimedDatabase = Readonly<{
  database: Database
  /** Closes it and gives the claim back. */
  close(): void
}>

/** How long to wait for an application that is just closing. */
const patienceMs = 1000

export function claimDatabase(databasePath: string): ClaimedDatabase {
  const lock = lockFile(databasePath)
  try {
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

/** A lock of the operating system on a file beside the database: a crash gives it back. */
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
  const isClaimed = cause instanceof Sqlite.SqliteError && cause.code === 'SQLITE_BUSY'
  if (!isClaimed) return databaseUnavailable(databasePath, cause)
  return new AppError(
    'database-unavailable',
    message('files.databaseClaimed', { path: databasePath }),
    {
      remedy: message('files.databaseClaimed.remedy'),
      cause,
    },
  )
}
