// Samples of a stored run: as series for a window, and their summary.
import type { RunTelemetryView } from '#contract/telemetry-view.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { summarizeTelemetry } from '#core/telemetry/summarize-telemetry.ts'
import { telemetrySeriesOf } from '#core/telemetry/telemetry-series.ts'
import type { Database } from '#node/storage/database.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'

type TimedRun = Pick<Run, 'id' | 'startedAtEpochMs'>

export function withTelemetry(
  database: Database,
  { id, startedAtEpochMs }: TimedRun,
  summary: RunSummary,
): RunSummary {
  if (startedAtEpochMs === null) return summary
  const { durationS, totalOutputTokens: outputTokens } = summary
  const { sources } = readTelemetry(database, id)
  return {
    ...summary,
    telemetry: summarizeTelemetry(sources, { startedAtEpochMs, durationS, outputTokens }),
  }
}

/** Of a run in progress, as far as it has come. */
export function runTelemetry(
  database: Database,
  { id, startedAtEpochMs, summary }: TimedRun & Pick<Run, 'summary'>,
): RunTelemetryView {
  const { sources, problems } = readTelemetry(database, id)
  if (startedAtEpochMs === null) return { series: [], isThinned: false, problems: [...problems] }
  const durationS = summary?.durationS ?? (Date.now() - startedAtEpochMs) / 1000
  const { series, isThinned } = telemetrySeriesOf(sources, { startedAtEpochMs, durationS })
  return {
    series: series.map(({ name, label, points }) => ({
      name,
      label,
      atS: points.map(({ atS }) => atS),
      values: points.map(({ value }) => value),
    })),
    isThinned,
    problems: [...problems],
  }
}
