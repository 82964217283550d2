// Numbers of a run from the records that were stored, for runs that did not live to count themselves.
import type { Run } from '#core/model/run.ts'
import type { RunSummary } from '#core/model/run-summary.ts'
import { spanUs, summarizeRecords } from '#node/experiment/summarize-records.ts'
import type { Database } from '#node/storage/database.ts'
import { eachRecord } from '#node/storage/requests.ts'

/** Null when nothing was measured. */
export function storedSummary(database: Database, { id, config }: Run): RunSummary | null {
  const records = eachRecord(database, id)
  const durationUs = spanUs(records)
  if (durationUs === 0) return null
  return summarizeRecords(records, { config, durationUs, client: null })
}
