// A copy of a database that may be written at the same time, verified before it counts as one.
import { textOf } from '#core/messages/message-error.ts'
import Sqlite from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { DatabaseFacts } from '#core/report/tables/database-text.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import { databaseUnavailable } from '../storage-error.ts'
import { checkDatabase, requireFile } from './check-database.ts'

/** Resolves with what the copy holds. Until it is whole it has another name. */
export async function backupDatabase(
  filePath: string,
  destination: string,
): Promise<DatabaseFacts> {
  requireFile(filePath)
  requireFree(destination)
  const unfinished = `${destination}.unfinished`
  try {
    makeFolder(path.dirname(path.resolve(destination)))
    await copy(filePath, unfinished)
    const report = { ...checkDatabase(unfinished), path: destination }
    if (report.problems.length > 0) throw new Error(`the copy is damaged: ${report.problems[0]}`)
    renameSync(unfinished, destination)
    return report
  } catch (cause) {
    rmSync(unfinished, { force: true })
    if (cause instanceof AppError) throw cause
    throw cannotWrite(destination, cause)
  }
}

async function copy(filePath: string, destination: string): Promise<void> {
  const database = openToRead(filePath)
  try {
    await database.backup(destination)
  } finally {
    database.close()
  }
}

function openToRead(filePath: string): Sqlite.Database {
  try {
    return new Sqlite(filePath, { readonly: true, fileMustExist: true })
  } catch (error) {
    throw databaseUnavailable(filePath, error)
  }
}

function requireFree(destination: string): void {
  if (!existsSync(destination)) return
  throw new AppError('output-unwritable', message('files.backupExists', { path: destination }), {
    remedy: message('files.backupExists.remedy'),
  })
}

function cannotWrite(destination: string, cause: unknown): AppError {
  return new AppError(
    'output-unwritable',
    message('files.backupFailed', { path: destination, why: textOf(cause) }),
    { remedy: message('files.backupFailed.remedy'), cause },
  )
}
