// What a database holds and whether it is whole, without changing a byte of it.
import Sqlite from 'better-sqlite3'
import { statSync } from 'node:fs'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { DatabaseFacts } from '#core/report/tables/database-text.ts'
import type { Database } from '../database.ts'
import { migrations } from '../migrations.ts'
import { databaseUnavailable } from '../storage-error.ts'

const mostProblems = 20

export function checkDatabase(filePath: string): DatabaseFacts {
  const { size } = requireFile(filePath)
  let database: Database | null = null
  try {
    database = new Sqlite(filePath, { readonly: true, fileMustExist: true })
    return {
      path: filePath,
      bytes: size,
      version: Number(database.pragma('user_version', { simple: true })),
      newestVersion: migrations.at(-1)?.version ?? 0,
      problems: [...damage(database), ...danglingRows(database)].slice(0, mostProblems),
      rows: rowsByTable(database),
    }
  } catch (error) {
    throw databaseUnavailable(filePath, error)
  } finally {
    database?.close()
  }
}

export function requireFile(filePath: string): { size: number } {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found?.isFile()) return found
  throw new AppError('not-found', message('files.noDatabase', { path: filePath }), {
    remedy: message('files.noDatabase.remedy'),
  })
}

/** A page too broken to be looked at ends the search; what it says then is the finding. */
function damage(database: Database): readonly string[] {
  try {
    const found = database.prepare('PRAGMA integrity_check').pluck().all().map(String)
    return found.filter((line) => line !== 'ok')
  } catch (error) {
    return [String(error)]
  }
}

/** Rows that belong to others which are not there. */
function danglingRows(database: Database): readonly string[] {
  try {
    const found = database
      .prepare<[], { table: string; parent: string; count: number }>(
        `SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2`,
      )
      .all()
    return found.map(({ table, parent, count }) => `${count} rows of ${table} lack their ${parent}`)
  } catch (error) {
    return [String(error)]
  }
}

function rowsByTable(database: Database): DatabaseFacts['rows'] {
  const tables = database
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
  return tables.flatMap((table) => {
    try {
      const count = database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()
      return [[table, Number(count)] as const]
    } catch {
      return []
    }
  })
}
