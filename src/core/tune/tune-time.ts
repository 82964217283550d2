// How long a tuning takes, before anything is known of it.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import type { Tune } from '#core/model/sweep/tune.ts'
import { fewestStarts, loadFactors } from './confirm.ts'
import { firstSettings } from './propose.ts'

/** That a start of a real server may take, where none was observed. */
const usualStartS = [60, 300] as const
const assumedRunS = 20
/** Of the default, whose capacity is searched for. */
const usualSearchRuns = 6

export type TuneTime = Readonly<{
  /** The fewest steps that confirm anything, and the whole budget. */
  seconds: Readonly<{ fewest: number; most: number }>
  /** At least. */
  starts: number
  mostRuns: number
  startS: readonly [quick: number, slow: number]
  runS: number
}>

export function tuneTime(plan: SweepPlan, tune: Tune, startS: number | null): TuneTime {
  const [quick, slow] = startS === null ? usualStartS : [startS, startS]
  const runS = (plan.secondsPerPoint ?? assumedRunS) + plan.warmUpS + plan.coolDownS
  const settings = firstSettings(plan, tune).length
  const starts = settings + fewestStarts
  const fewestRuns = settings + usualSearchRuns + fewestStarts * loadFactors.length
  const { gpuMinutes, runs, minutes } = tune.budget
  const eachS = runS + slow / loadFactors.length
  const most = Math.min(
    minutes === null ? Infinity : minutes * 60,
    gpuMinutes === null ? Infinity : (gpuMinutes * 60) / tune.gpus,
    runs === null ? Infinity : runs * eachS,
  )
  return {
    seconds: { fewest: Math.min(most, starts * quick + fewestRuns * runS), most },
    ...{ starts, startS: [quick, slow], runS },
    mostRuns: runs ?? Math.ceil(most / (runS + quick / loadFactors.length)),
  }
}
