// A copy of a database that may be written meanwhile, checked before it counts as one.
import Sqlite from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import { databaseUnavailable } from '../storage-error.ts'
import { checkDatabase, requireFile, type DatabaseReport } from './check-database.ts'

/** Resolves with what the copy holds. Until it is whole it has another name. */
export async function backupDatabase(
  filePath: string,
  destination: string,
): Promise<DatabaseReport> {
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
  throw new AppError('output-unwritable', `${destination} is there already.`, {
    remedy: 'Choose another name; a backup never replaces one.',
  })
}

function cannotWrite(destination: string, cause: unknown): AppError {
  return new AppError(
    'output-unwritable',
    `The backup ${destination} could not be made: ${messageOf(cause)}.`,
    { remedy: 'Check the folder, its permissions and its room.', cause },
  )
}
