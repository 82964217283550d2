// When requests leave in a timed run: until its time has elapsed.
import type { Schedule as ScheduleName } from '#core/compat/compat-profile.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { gapS, type ArrivalPattern, type Schedule } from './arrivals.ts'

/** Whether the first request leaves at once, or waits a gap of its own. */
const leavesAtOnce: Readonly<Record<ScheduleName, boolean>> = { planned: false, slept: true }

type ClockedOptions = Readonly<{
  durationS: number
  schedule: ScheduleName
  random: NumpyRandomState
}>

/** Gaps stay as drawn, because their number is unknown. At rate `inf` there is nothing to schedule. */
export function clockedArrivals(
  { requestRate, burstiness }: ArrivalPattern,
  { durationS, schedule, random }: ClockedOptions,
): Schedule {
  const offsetsS: number[] = []
  if (requestRate === Infinity) return { offsetsS: Float64Array.from(offsetsS), endS: durationS }
  const nextGapS = (): number => gapS(requestRate, burstiness, random)
  let elapsedS = leavesAtOnce[schedule] ? 0 : nextGapS()
  while (elapsedS < durationS) {
    offsetsS.push(elapsedS)
    elapsedS += nextGapS()
  }
  return { offsetsS: Float64Array.from(offsetsS), endS: durationS }
}
