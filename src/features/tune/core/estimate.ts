// Capacity estimate from the runs of a setting, as a logarithm, so that differences are ratios.
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import {
  type BoundFinding,
  exploring,
  findingsOf,
  isImproving,
} from '#core/sweep/search/findings.ts'
import { type MeasuredTry } from '#core/sweep/search/search-step.ts'
import { fitLoads, type FittedLoad, type LoadFit } from '#core/sweep/search/load-fit.ts'

export type Estimate = Readonly<{
  /** Natural logarithm of the capacity. */
  log: number
  error: number
  /** `enclosed`: one load met the limits, and a higher one did not or is not allowed. `above`: all did. `below`: none did. */
  kind: 'enclosed' | 'above' | 'below'
  /** 95 % interval of the capacity; logarithms, infinite if no run bounds it. */
  range: Interval
}>

/** Minimum error: repeated starts and runs of one setting differ, even if its own runs agree. */
const leastError = 0.015
/** Assumed distance of the capacity above the highest load that met the limits, or below the lowest that did not. */
const beyond = { log: 0.2, error: 0.3 }
const sureErrors = 1.96

/** Null without runs. */
export function estimateOf(
  { limits, search }: Pick<SweepPlan, 'limits' | 'search'>,
  runs: readonly MeasuredTry[],
): Estimate | null {
  const fit = fitLoads(limits, runs, exploring)
  const [lightest, heaviest] = [fit.loads[0], fit.loads.at(-1)]
  if (lightest === undefined || heaviest === undefined) return null
  const held = fit.loads.findLast(({ holds }) => holds)
  const isAtEnd = heaviest.load >= Math.floor(search?.upTo ?? Infinity)
  if (held && held.missed !== null && (!heaviest.holds || isAtEnd))
    return below(lightest, held.missed.excess)
  if (heaviest.holds && isAtEnd) {
    const log = Math.log(heaviest.load)
    return { log, error: leastError, kind: 'enclosed', range: { low: log, high: log } }
  }
  if (heaviest.holds) {
    const { log, error } = beyond
    const range = { low: Math.log(heaviest.load), high: Infinity }
    return { log: range.low + log, error, kind: 'above', range }
  }
  if (!lightest.holds) return below(lightest, Math.max(0, ...lightest.excesses.values()))
  return enclosed(fit)
}

/** No load meets every limit. */
function below({ load, isSure }: FittedLoad, excess: number): Estimate {
  const range = { low: -Infinity, high: isSure ? Math.log(load) : Infinity }
  const log = Math.log(load) - excess * beyond.log - beyond.log / 2
  return { log, error: beyond.error, kind: 'below', range }
}

function enclosed(fit: LoadFit): Estimate {
  const low = fit.loads.findLast(({ holds }) => holds)?.load ?? 1
  const high = fit.loads.find(({ holds }) => !holds)?.load ?? low
  const range = {
    low: Math.log(fit.interval?.low ?? low),
    high: Math.log(fit.interval?.high ?? high),
  }
  const log = Math.log(fit.boundary ?? Math.sqrt(low * high))
  const error = Math.max(leastError, Math.abs(range.high - range.low) / (2 * sureErrors))
  return { log, error, kind: 'enclosed', range }
}

/** Capacity from one nearby run: its load, corrected by the distance of its metric from the limit. */
export type NearRun = Readonly<{ log: number; excess: number }>

/**
 * Cap on the distance from the limit. An overloaded server's latency grows with the length of the run, so a single overloaded run
 * would dominate the mean of a few.
 */
const reach = 0.15

/** Excess over the limit that is closest to breaking; implicit requirements count only when broken. */
export function nearRunOf({ limits }: Pick<SweepPlan, 'limits'>, run: MeasuredTry): NearRun {
  const findings = findingsOf(limits, run, exploring).filter(
    ({ bound }) => !isImproving(limits, bound),
  )
  const isCounted = ({ bound, excess }: BoundFinding) => {
    const limit = typeof bound === 'number' ? limits[bound] : undefined
    return excess > 0 || (limit !== undefined && limit.name !== 'failedShare')
  }
  const counted = findings.filter(isCounted)
  const excesses = (counted.length > 0 ? counted : findings).map(({ excess }) => excess)
  const excess = Math.max(-reach, Math.min(reach, Math.max(...excesses)))
  return { log: Math.log(run.load), excess }
}
