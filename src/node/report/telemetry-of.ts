// The telemetry of a stored run as series over its time.
import type { Run } from '#core/model/run/run.ts'
import { telemetrySeriesOf, type Series } from '#core/telemetry/telemetry-series.ts'
import type { Database } from '#node/storage/database.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'

export function telemetryOf(
  database: Database,
  { id, startedAtEpochMs, summary }: Run,
): readonly Series[] {
  if (startedAtEpochMs === null || summary === null) return []
  const span = { startedAtEpochMs, durationS: summary.durationS }
  return telemetrySeriesOf(readTelemetry(database, id).sources, span).series
}
