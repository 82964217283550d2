// Checks, backs up and compacts a database. The check changes nothing, except that it rolls back an unfinished transaction.
import { inEnglish } from '#core/messages/message.ts'
import path from 'node:path'
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { appError, AppError } from '#core/model/app-error.ts'
import type { DatabaseFacts } from '#core/documents/database-text.ts'
import { textOf } from '#core/messages/message.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import { damagedRows } from './damaged-rows.ts'
import { explained } from './storage-error.ts'
import { claimDatabase, type Database, makePrivateFile, openToRead } from './database.ts'
import { schemaVersions } from './schema-versions.ts'

const mostProblems = 20

export function checkDatabase(filePath: string): DatabaseFacts {
  const { size } = requireDatabase(filePath)
  let database: Database | null = null
  try {
    database = openToRead(filePath)
    return {
      path: filePath,
      bytes: size,
      version: Number(database.pragma('user_version', { simple: true })),
      newestVersion: schemaVersions.length,
      problems: problemsOf(database).slice(0, mostProblems),
      rows: rowsByTable(database),
    }
  } catch (error) {
    throw explained(filePath, error)
  } finally {
    database?.close()
  }
}

export function requireDatabase(filePath: string): { size: number } {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found?.isFile()) return found
  throw appError('not-found', 'files.noDatabase', { path: filePath })
}

function problemsOf(database: Database): readonly string[] {
  return [...damage(database), ...danglingRows(database), ...unreadableRows(database)]
}

/** Empty for a database of an earlier version, whose rows have another form before the migration. */
function unreadableRows(database: Database): readonly string[] {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version !== schemaVersions.length) return []
  try {
    return damagedRows(database).map(({ table, id, why }) => `${table} ${id}: ${inEnglish(why)}`)
  } catch (error) {
    return [String(error)]
  }
}

/** A page too damaged to check ends the check; its error becomes the finding. */
function damage(database: Database): readonly string[] {
  try {
    const found = database.prepare('PRAGMA integrity_check').pluck().all().map(String)
    return found.filter((line) => line !== 'ok')
  } catch (error) {
    return [String(error)]
  }
}

/** Rows that refer to missing rows. */
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

/**
 * Copies a database that may be written at the same time, and verifies the copy. Resolves with its contents. The copy has a
 * temporary name until it is complete.
 */
export async function backupDatabase(
  filePath: string,
  destination: string,
): Promise<DatabaseFacts> {
  requireDatabase(filePath)
  requireFree(destination)
  const unfinished = `${destination}.unfinished`
  try {
    makeFolder(path.dirname(path.resolve(destination)))
    makePrivateFile(unfinished)
    await copy(filePath, unfinished)
    const report = { ...checkDatabase(unfinished), path: destination }
    if (report.problems.length > 0) throw new Error(`the copy is damaged: ${report.problems[0]}`)
    renameSync(unfinished, destination)
    removeBesides(unfinished)
    return report
  } catch (cause) {
    rmSync(unfinished, { force: true })
    removeBesides(unfinished)
    if (cause instanceof AppError) throw cause
    throw cannotWrite(destination, cause)
  }
}

/** Removes the log files that opening the copy created. */
function removeBesides(filePath: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${filePath}${end}`, { force: true })
}

async function copy(filePath: string, destination: string): Promise<void> {
  const database = openToRead(filePath)
  try {
    await database.backup(destination)
  } finally {
    database.close()
  }
}

function requireFree(destination: string): void {
  if (!existsSync(destination)) return
  throw appError('output-unwritable', 'files.backupExists', { path: destination })
}

function cannotWrite(destination: string, cause: unknown): AppError {
  return appError(
    'output-unwritable',
    'files.backupFailed',
    { path: destination, why: textOf(cause) },
    { cause },
  )
}

// Frees the space of removed runs by rewriting the database, which needs free space first.
type VacuumReport = Readonly<{ bytesBefore: number; bytesAfter: number }>

/** Size of a copy beside the database, and of another one in its log. */
const copiesWritten = 2

export function vacuumDatabase(filePath: string): VacuumReport {
  const bytesBefore = requireDatabase(filePath).size
  requireRoom(filePath, bytesBefore * copiesWritten)
  const { database, close } = claimDatabase(filePath)
  try {
    database.exec('VACUUM')
    database.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw explained(filePath, error)
  } finally {
    close()
  }
  return { bytesBefore, bytesAfter: statSync(filePath).size }
}

function requireRoom(filePath: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(path.dirname(filePath))
  const freeBytes = bavail * bsize
  if (freeBytes >= neededBytes) return
  throw appError('output-unwritable', 'files.vacuumSpace', {
    path: filePath,
    needed: mebibytes(neededBytes),
    free: mebibytes(freeBytes),
  })
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20)
}
