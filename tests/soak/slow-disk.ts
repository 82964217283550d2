// A disk that is slower than what is written to it, as a database sees it: most of the time it waits.
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

const busyMs = 1500
/** SQLite looks every tenth of a second. */
const freeMs = 150

/** Returns what ends it. */
export function slowDisk(databasePath: string): () => Promise<void> {
  const ending = new AbortController()
  const slowing = slowDown(databasePath, ending.signal)
  return async () => {
    ending.abort()
    await slowing
  }
}

async function slowDown(databasePath: string, ending: AbortSignal): Promise<void> {
  while (!existsSync(databasePath) && !ending.aborted) await delay(freeMs)
  if (ending.aborted) return
  const database = new Sqlite(databasePath, { timeout: 5000 })
  while (!ending.aborted) {
    database.exec('BEGIN IMMEDIATE')
    await delay(busyMs)
    database.exec('COMMIT')
    await delay(freeMs)
  }
  database.close()
}
