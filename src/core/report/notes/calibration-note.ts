// What a calibration says about a run, in a line for the console.
import { message, type Message } from '../../messages/message.ts'
import type { Calibration } from '../../model/run/calibration.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { calibratedFor } from '../../stats/calibration/calibrated-for.ts'
import { localIsoText } from '../local-time.ts'

/** Empty without a calibration. */
export function calibrationNote(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): readonly Message[] {
  const calibrated = calibratedFor(summary, calibrations)
  if (calibrated === null) return []
  const { point, covers, measuredAtEpochMs } = calibrated
  const { ttft, itl } = point.addedUs
  const day = localIsoText(measuredAtEpochMs).slice(0, 10)
  return [
    message(covers ? 'notes.calibrated' : 'notes.calibratedOnlyUpTo', {
      day,
      streams: point.streams,
      events: point.eventsPerS,
      ttft: ms(ttft.p50),
      ttftP99: ms(ttft.p99),
      itl: ms(itl.p99),
    }),
  ]
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(2)} ms`
}
