// What SQLite refuses, in words: which database, why, and what to do about it.
import Sqlite from 'better-sqlite3'
import { AppError, messageOf } from '#core/model/app-error.ts'

type Cause = Readonly<{ codes: RegExp; why: string; remedy: string }>

const causes: readonly Cause[] = [
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    why: 'is damaged',
    remedy:
      'See what "kneepoint db check" finds; put a backup in its place, or move it away to start afresh.',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    why: 'is in use by another process',
    remedy: 'Wait for that process or end it, then try again.',
  },
  {
    codes: /^SQLITE_FULL/,
    why: 'has no room to grow',
    remedy: 'Make room on its disk; "kneepoint db vacuum" gives back what removed runs held.',
  },
  {
    codes: /^SQLITE_(READONLY|PERM|CANTOPEN)/,
    why: 'cannot be written',
    remedy: 'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
  },
]

const otherCause: Omit<Cause, 'codes'> = {
  why: 'cannot be used',
  remedy: 'Check the folder and its permissions, or set KNEEPOINT_DATA to another folder.',
}

export function databaseUnavailable(filePath: string, cause: unknown): AppError {
  const code = cause instanceof Sqlite.SqliteError ? cause.code : ''
  const { why, remedy } = causes.find(({ codes }) => codes.test(code)) ?? otherCause
  return new AppError(
    'database-unavailable',
    `The database ${filePath} ${why}: ${messageOf(cause)}.`,
    { remedy, cause },
  )
}

/** The same for errors of the database; all others as they are. */
export function explained(filePath: string, error: unknown): unknown {
  return error instanceof Sqlite.SqliteError ? databaseUnavailable(filePath, error) : error
}
