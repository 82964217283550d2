// Notes on a run what a calibration of its client says about its load, so that the run can be judged by itself.
import type { Calibration } from '#core/model/run/calibration.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { overloadedBelow } from './calibrated-for.ts'

/** Unchanged where the client was never calibrated or not monitored. */
export function withCalibration(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): RunSummary {
  if (summary.client === null || calibrations.length === 0) return summary
  const point = overloadedBelow(summary, calibrations)
  const overloadedAt = point && { streams: point.streams, eventsPerS: point.eventsPerS }
  return { ...summary, client: { ...summary.client, overloadedAt } }
}
