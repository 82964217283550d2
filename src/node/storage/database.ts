// Opens the one SQLite file everything is kept in, ready to use, or says why it cannot be.
import Sqlite from 'better-sqlite3'
import { closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#node/files/make-folder.ts'
import { AppError } from '#core/model/app-error.ts'
import { migrate } from './migrations.ts'
import { databaseUnavailable } from './storage-error.ts'

export type Database = Sqlite.Database

/** How long to wait while another process, such as a benchmark on the command line, writes. */
const busyPatienceMs = 5000

/** Prompts and responses are private; SQLite's own files take the mode of the database. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const

export function openDatabase(filePath: string): Database {
  let database: Database | null = null
  try {
    makeFolder(path.dirname(filePath), ownerOnly.folder)
    if (!existsSync(filePath)) closeSync(openSync(filePath, 'a', ownerOnly.file))
    database = new Sqlite(filePath, { timeout: busyPatienceMs })
    configure(database)
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof AppError ? error : databaseUnavailable(filePath, error)
  }
}

/** NORMAL loses nothing when the program is killed, and at most the last transactions when power fails. */
function configure(database: Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
}
