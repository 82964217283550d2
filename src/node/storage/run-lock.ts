// Marks the process that measures a run: an OS lock on a file beside the database, which a crash releases. Runs of the
// application need none, because it claims the whole database.
import Sqlite from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'

/** Acquires the lock; the end of the process or the returned function releases it. */
export function holdRun(databasePath: string, runId: string): () => void {
  const path = lockPath(databasePath, runId)
  const lock = new Sqlite(path)
  lock.exec('BEGIN EXCLUSIVE')
  return () => {
    lock.close()
    rmSync(path, { force: true })
  }
}

export type RunHolder = 'none' | 'running' | 'ended'

export function holderOf(databasePath: string, runId: string): RunHolder {
  const path = lockPath(databasePath, runId)
  if (!existsSync(path)) return 'none'
  const lock = new Sqlite(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return 'ended'
  } catch {
    return 'running'
  } finally {
    lock.close()
  }
}

/** Removes the lock file of an ended process. */
export function forgetHolder(databasePath: string, runId: string): void {
  rmSync(lockPath(databasePath, runId), { force: true })
}

function lockPath(databasePath: string, runId: string): string {
  return `${databasePath}-run-${runId}`
}
