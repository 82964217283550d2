// Mends a database without losing what can still be read: if pages are damaged, it is rebuilt from its readable rows; damaged
// rows are saved to a file, then mended or removed.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { remedied, storedFailure, textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { damagedRows, removeRow, rowLines } from '#node/storage/damaged-rows.ts'
import { explained } from '#node/storage/storage-error.ts'
import { claimDatabase, type ClaimedDatabase, type Database } from '#node/storage/database.ts'
import { type DamagedRow, forgetDamage } from '#node/storage/met-damage.ts'
import { requireDatabase } from '#node/storage/check-database.ts'
import { hasDamagedPages, type Rebuilt, rebuildDatabase } from '#node/storage/rebuild-database.ts'
import { runWithoutFigures, saveRunAnyway } from '#node/storage/runs.ts'
import { storedSummary } from './stored-runs.ts'

export type RepairReport = Readonly<{
  /** Runs that lost their figures and are there again. */
  mended: readonly DamagedRow[]
  removed: readonly DamagedRow[]
  /** File with all of them as they were; null if nothing was damaged. */
  savedTo: string | null
  /** Null if no page was damaged. */
  rebuilt: Rebuilt | null
}>

/** Refused while a window is open. */
export function repairDatabase(filePath: string, nowEpochMs: number): RepairReport {
  requireDatabase(filePath)
  let claimed: ClaimedDatabase | null = null
  let rebuilt: Rebuilt | null = null
  try {
    claimed = claimDatabase(filePath, () => {
      if (hasDamagedPages(filePath)) rebuilt = rebuildDatabase(filePath, nowEpochMs)
    })
    const { database } = claimed
    const damaged = damagedRows(database)
    if (damaged.length === 0) return { mended: [], removed: [], savedTo: null, rebuilt }
    const savedTo = `${filePath}-damaged-${nowEpochMs}.jsonl`
    saveRows(database, damaged, savedTo)
    return { ...mendedOrRemoved(database, damaged), savedTo, rebuilt }
  } catch (error) {
    throw explained(filePath, error)
  } finally {
    claimed?.close()
  }
}

function mendedOrRemoved(
  database: Database,
  damaged: readonly DamagedRow[],
): Pick<RepairReport, 'mended' | 'removed'> {
  const mended: DamagedRow[] = []
  const removed: DamagedRow[] = []
  for (const row of damaged) {
    if (mendRun(database, row)) mended.push(row)
    else {
      removeRow(database, row)
      removed.push(row)
    }
  }
  return { mended, removed }
}

/** Its figures follow from its requests again. False if that is not what is wrong with it. */
function mendRun(database: Database, { table, id, why }: DamagedRow): boolean {
  const run = table === 'runs' ? runWithoutFigures(database, id) : null
  if (run === null) return false
  const failure = storedFailure(remedied('files.figuresLost', { why }))
  const summary = storedSummary(database, run)
  saveRunAnyway(
    database,
    summary === null ? { ...run, status: 'failed', failure } : { ...run, summary },
  )
  forgetDamage(database.name, { table, id })
  return true
}

/** On disk before anything is removed. */
function saveRows(database: Database, damaged: readonly DamagedRow[], path: string): void {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      for (const row of damaged) for (const line of rowLines(database, row)) writeSync(file, line)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw appError(
      'output-unwritable',
      'files.damagedNotSaved',
      { path, why: textOf(cause) },
      { cause },
    )
  }
}
