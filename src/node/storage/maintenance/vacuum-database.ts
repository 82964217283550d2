// Frees the space of removed runs: the database is rewritten, so that needs free space first.
import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { claimDatabase } from '../claim-database.ts'
import { explained } from '../storage-error.ts'
import { requireFile } from './check-database.ts'

type VacuumReport = Readonly<{ bytesBefore: number; bytesAfter: number }>

/** It is written once beside itself and once into its log. */
const copiesWritten = 2

export function vacuumDatabase(filePath: string): VacuumReport {
  const bytesBefore = requireFile(filePath).size
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
  throw new AppError(
    'output-unwritable',
    message('files.vacuumSpace', {
      path: filePath,
      needed: mebibytes(neededBytes),
      free: mebibytes(freeBytes),
    }),
    { remedy: message('files.vacuumSpace.remedy') },
  )
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20)
}
