// Duration of a tuning, estimated before it starts.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import { searchedRequests } from '#core/sweep/sweep-points.ts'
import { fewestStarts, loadFactors } from './confirm.ts'
import { firstSettings } from './propose/filling.ts'

/** Start time of a real server, if none was observed. */
const usualStartS = [60, 300] as const
const assumedRunS = 20
/** Number of runs of the capacity search for the default. */
const usualSearchRuns = 6

export type TuneTime = Readonly<{
  /** Minimum steps of a confirmation, and the whole budget. */
  seconds: Readonly<{ fewest: number; most: number }>
  /** Minimum number. */
  starts: number
  mostRuns: number
  startS: readonly [quick: number, slow: number]
  /** At the highest load of the search, and at the lowest: for a rate, percentiles need requests that take longer there. */
  runS: readonly [quick: number, slow: number]
}>

export function tuneTime(plan: SweepPlan, tune: Tune, startS: number | null): TuneTime {
  const [quick, slow] = startS === null ? usualStartS : [startS, startS]
  const [quickRun, slowRun] = runSeconds(plan)
  const settings = firstSettings(plan, tune).length
  const starts = settings + fewestStarts
  const fewestRuns = settings + usualSearchRuns + fewestStarts * loadFactors.length
  const { gpuMinutes, runs, minutes } = tune.budget
  const eachS = slowRun + slow / loadFactors.length
  const most = Math.min(
    minutes === null ? Infinity : minutes * 60,
    gpuMinutes === null ? Infinity : (gpuMinutes * 60) / tune.gpus,
    runs === null ? Infinity : runs * eachS,
  )
  return {
    seconds: { fewest: Math.min(most, starts * quick + fewestRuns * quickRun), most },
    ...{ starts, startS: [quick, slow], runS: [quickRun, slowRun] },
    mostRuns: runs ?? Math.ceil(most / (quickRun + quick / loadFactors.length)),
  }
}

function runSeconds(plan: SweepPlan): TuneTime['runS'] {
  const { search, secondsPerPoint, warmUpS, coolDownS } = plan
  const usual = secondsPerPoint ?? assumedRunS
  const around = warmUpS + coolDownS
  if (search?.over !== 'requestRate') return [usual + around, usual + around]
  const at = (requestRate: number) =>
    searchedRequests(plan, { requestRate, maxConcurrency: null }) / requestRate + around
  return [at(search.upTo), at(search.from)]
}
