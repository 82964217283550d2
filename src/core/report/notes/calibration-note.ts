// What a calibration says about a run, in a line for the console.
import type { Calibration } from '../../model/run/calibration.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { calibratedFor } from '../../stats/calibration/calibrated-for.ts'
import { localIsoText } from '../local-time.ts'

/** Empty without a calibration. */
export function calibrationNote(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): readonly string[] {
  const calibrated = calibratedFor(summary, calibrations)
  if (calibrated === null) return []
  const { point, covers, measuredAtEpochMs } = calibrated
  const { ttft, itl } = point.addedUs
  const day = localIsoText(measuredAtEpochMs).slice(0, 10)
  const load = `${point.streams} streams, ${point.eventsPerS} events/s`
  const added = `TTFT + ${ms(ttft.p50)} ms (p99 ${ms(ttft.p99)}), 99 % of gaps within ${ms(itl.p99)} ms`
  return [`Calibrated ${day}, ${covers ? 'at' : 'but only up to'} ${load}: ${added}.`]
}

function ms(us: number): string {
  return (us / 1000).toFixed(2)
}
