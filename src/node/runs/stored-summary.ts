// Numbers of a run from the records that were stored, for runs that did not live to count themselves.
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { spanUs, summarizeRecords } from '#node/experiment/summarize-records.ts'
import type { Database } from '#node/storage/database.ts'
import { eachRecord } from '#node/storage/requests.ts'
import { withTelemetry } from './stored-telemetry.ts'

/** Null when nothing was measured. */
export function storedSummary(database: Database, run: Run): RunSummary | null {
  const { id, config } = run
  const records = eachRecord(database, id)
  const durationUs = spanUs(records)
  if (durationUs === 0) return null
  return withTelemetry(
    database,
    run,
    summarizeRecords(records, { config, durationUs, client: null }),
  )
}
