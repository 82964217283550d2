// Messages for SQLite's errors: the database, the reason, and the remedy.
import { textOf } from '#core/messages/message.ts'
import Sqlite from 'better-sqlite3'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'

type Cause = Readonly<{
  codes: RegExp
  says: (path: string, why: Text) => Text
  remedy: Text
}>

const causes: readonly Cause[] = [
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    says: (path, why) => message('files.databaseDamaged', { path, why }),
    remedy: message('files.databaseDamaged.remedy'),
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    says: (path, why) => message('files.databaseInUse', { path, why }),
    remedy: message('files.databaseInUse.remedy'),
  },
  {
    codes: /^SQLITE_FULL/,
    says: (path, why) => message('files.databaseFull', { path, why }),
    remedy: message('files.databaseFull.remedy'),
  },
  {
    codes: /^SQLITE_(READONLY|PERM|CANTOPEN)/,
    says: (path, why) => message('files.databaseReadOnly', { path, why }),
    remedy: message('files.databaseReadOnly.remedy'),
  },
]

const otherCause: Omit<Cause, 'codes'> = {
  says: (path, why) => message('files.databaseUnusable', { path, why }),
  remedy: message('files.databaseReadOnly.remedy'),
}

export function databaseUnavailable(filePath: string, cause: unknown): AppError {
  const code = cause instanceof Sqlite.SqliteError ? cause.code : ''
  const { says, remedy } = causes.find(({ codes }) => codes.test(code)) ?? otherCause
  return new AppError('database-unavailable', says(filePath, textOf(cause)), { remedy, cause })
}

/** Explains database errors; returns all others unchanged. */
export function explained(filePath: string, error: unknown): unknown {
  return error instanceof Sqlite.SqliteError ? databaseUnavailable(filePath, error) : error
}

/** `noun` as in messages: run, sweep. */
export function notFound(noun: string, id: string): never {
  throw appError('not-found', 'files.unknownThing', { kind: noun, id })
}
