// Whether a load was too much for one of the two: beyond that, what is measured is a queue.
import type { CalibrationPoint } from '#core/model/run/calibration.ts'
import type { Truth } from '#core/model/run/truth.ts'
import type { CalibrationLoad } from './calibration-load.ts'

/** The server's mean gap may exceed the one it was asked for by this factor. */
const tolerableSlowness = 1.05
/** What waits in the sockets of a client that falls behind grows by this within a second or two. */
const tolerableBacklogUs = 10_000

export function overloaded(
  { failed, addedUs }: Pick<CalibrationPoint, 'failed' | 'addedUs'>,
  truths: readonly Truth[],
  { timing }: Pick<CalibrationLoad, 'timing'>,
): CalibrationPoint['overloaded'] {
  if (meanGapMs(truths) > tolerableSlowness * timing.itlMs) return 'server'
  return failed > 0 || addedUs.e2el.p50 > tolerableBacklogUs ? 'client' : null
}

function meanGapMs(truths: readonly Truth[]): number {
  const sums = truths.map(({ gaps }) => gaps.reduce((sum, gap) => sum + gap, 0))
  const count = truths.reduce((sum, { gaps }) => sum + gaps.length, 0)
  return count === 0 ? 0 : sums.reduce((sum, each) => sum + each, 0) / count / 1e6
}
