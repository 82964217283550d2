// Who is measuring a run that is going on: a lock of the operating system on a file beside the database, which a crash
// gives back. Runs of the application need none, since the database itself is claimed for it.
import Sqlite from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'

/** Given back with the process, or by the function. */
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

/** What a process that is gone has left. */
export function forgetHolder(databasePath: string, runId: string): void {
  rmSync(lockPath(databasePath, runId), { force: true })
}

function lockPath(databasePath: string, runId: string): string {
  return `${databasePath}-run-${runId}`
}
