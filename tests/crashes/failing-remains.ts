// Checks the files that a writer left when its disk failed or it was killed.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { findRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'

/** Names a fault in the files that `failing-writer.ts` left in this folder; null if there is none. */
export function complaintAbout(data: string): string | null {
  const note = path.join(data, 'stored')
  const stored = existsSync(note) ? Number(readFileSync(note, 'utf8')) : 0
  const databasePath = path.join(data, 'kneepoint.db')
  const database = openDatabase(databasePath)
  recoverInterrupted(database)
  const kept = countRequestRows(database, { runId: exampleRun.id, failedOnly: false })
  const run = findRun(database, exampleRun.id)
  database.close()
  const { problems } = checkDatabase(databasePath)
  if (problems.length > 0) return problems[0] ?? ''
  if (kept < stored) return `${kept} of ${stored} requests`
  return stored > 0 && run === null ? 'the run is lost' : null
}
