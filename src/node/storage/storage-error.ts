// What SQLite refuses, in words: which database, why, and what to do about it.
import Sqlite from 'better-sqlite3'
import { AppError, messageOf } from '#core/model/app-error.ts'

type Cause = Readonly<{
  codes: RegExp
  says: (path: string, why: string) => string
  remedy: string
}>

const causes: readonly Cause[] = [
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    says: (path, why) => `The database ${path} is damaged: ${why}.`,
    remedy:
      'See what "kneepoint db check" finds; put a backup in its place, or move it away to start afresh.',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    says: (path, why) => `The database ${path} is in use by another process: ${why}.`,
    remedy: 'Wait for that process or end it, then try again.',
  },
  {
    codes: /^SQLITE_FULL/,
    says: (path, why) => `The database ${path} has no room to grow: ${why}.`,
    remedy: 'Make room on its disk; "kneepoint db vacuum" gives back what removed runs held.',
  },
  {
    codes: /^SQLITE_(READONLY|PERM|CANTOPEN)/,
    says: (path, why) => `The database ${path} cannot be written: ${why}.`,
    remedy: 'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
  },
]

const otherCause: Omit<Cause, 'codes'> = {
  says: (path, why) => `The database ${path} cannot be used: ${why}.`,
  remedy: 'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
}

export function databaseUnavailable(filePath: string, cause: unknown): AppError {
  const code = cause instanceof Sqlite.SqliteError ? cause.code : ''
  const { says, remedy } = causes.find(({ codes }) => codes.test(code)) ?? otherCause
  return new AppError('database-unavailable', says(filePath, messageOf(cause)), { remedy, cause })
}

/** The same for errors of the database; all others as they are. */
export function explained(filePath: string, error: unknown): unknown {
  return error instanceof Sqlite.SqliteError ? databaseUnavailable(filePath, error) : error
}
