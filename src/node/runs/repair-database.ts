// Repairs a database without losing readable data: if pages are damaged, rebuilds it from its readable rows; saves damaged rows
// to a file, then repairs or removes them.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { remedied, storedFailure, textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { damagedRows, removeRow, rowLines } from '#node/storage/damaged-rows.ts'
import { explained } from '#node/storage/storage-error.ts'
import { claimDatabase, type ClaimedDatabase, type Database } from '#node/storage/database.ts'
import { type DamagedRow, forgetDamage } from '#node/storage/met-damage.ts'
import { requireDatabase } from '#node/storage/check-database.ts'
import { hasDamagedPages, type Rebuilt, rebuildDatabase } from '#node/storage/rebuild-database.ts'
import { listRuns, runWithoutFigures, saveRunAnyway } from '#node/storage/runs.ts'
import { storedSummary, summaryIfAny } from './stored-runs.ts'

export type RepairReport = Readonly<{
  /** Runs whose lost summaries were recomputed. */
  mended: readonly DamagedRow[]
  removed: readonly DamagedRow[]
  /** File with all damaged rows in their original form; null if nothing was damaged. */
  savedTo: string | null
  /** Null if no page was damaged. */
  rebuilt: Rebuilt | null
}>

/** Rejected while a window is open. */
export function repairDatabase(filePath: string, nowEpochMs: number): RepairReport {
  requireDatabase(filePath)
  let claimed: ClaimedDatabase | null = null
  let rebuilt: Rebuilt | null = null
  try {
    claimed = claimDatabase(filePath, () => {
      if (hasDamagedPages(filePath)) rebuilt = rebuildDatabase(filePath, nowEpochMs)
    })
    const { database } = claimed
    const summarized = summarizeFailed(database)
    const damaged = damagedRows(database)
    if (damaged.length === 0) return { mended: summarized, removed: [], savedTo: null, rebuilt }
    const savedTo = `${filePath}-damaged-${nowEpochMs}.jsonl`
    saveRows(database, damaged, savedTo)
    const { mended, removed } = mendedOrRemoved(database, damaged)
    return { mended: [...summarized, ...mended], removed, savedTo, rebuilt }
  } catch (error) {
    throw explained(filePath, error)
  } finally {
    claimed?.close()
  }
}

/** Runs that failed without figures, for example because an earlier version could not summarise them, are summarised from their requests. */
function summarizeFailed(database: Database): DamagedRow[] {
  return listRuns(database, { text: '', sweepId: null }).flatMap((run) => {
    if (run.status !== 'failed' || run.summary !== null) return []
    const { summary } = saveRunAnyway(database, { ...run, summary: summaryIfAny(database, run) })
    return summary === null ? [] : [{ table: 'runs', id: run.id, why: run.failure?.message ?? '' }]
  })
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

/** Recomputes its summary from its requests. False if the damage is not in the summary. */
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

/** Written to disk before anything is removed. */
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
