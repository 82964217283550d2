// Spread between server starts of a configuration, by metric, from its stored runs, for comparing two runs.
import { comparableFigures, figureKey } from '#core/compare/comparable-figures.ts'
import {
  jobsOf,
  logsByStart,
  spreadWithin,
  type StartedRun,
  type StartSpread,
} from '#core/compare/starts.ts'
import { comparedSide } from '#core/compare/comparison.ts'
import { isSameConfiguration, type TrendRun } from './same-configuration.ts'

export type StartedTrendRun = TrendRun & StartedRun

/** With fewer degrees of freedom an assumed spread is as good: Student's t is then more than twice the normal quantile. */
const fewestDegrees = 3

/**
 * Spreads by `figureKey`, without metrics that have too few starts. `stored` may contain any runs: unusable ones and
 * those with another configuration or version are ignored.
 */
export function shownStartSpreads(
  base: StartedTrendRun,
  other: StartedTrendRun,
  stored: readonly StartedTrendRun[],
): Record<string, StartSpread> {
  const usable = stored.filter((run) => comparedSide([run]).isUsable)
  const spreads: Record<string, StartSpread> = {}
  for (const figure of comparableFigures(base)) {
    const alike = (one: StartedTrendRun, run: StartedTrendRun) =>
      one.facts?.version === run.facts?.version && isSameConfiguration(one, run, figure)
    const isOneConfiguration = alike(base, other)
    const ones = usable.filter((run) => run.id !== other.id && alike(base, run))
    const others = isOneConfiguration
      ? []
      : usable.filter((run) => run.id !== base.id && alike(other, run))
    const groups = [ones, others].map((side) => logsOf(side, figureKey(figure)))
    const spread = spreadWithin(groups.filter(({ length }) => length > 0))
    if (spread.degrees >= fewestDegrees) spreads[figureKey(figure)] = spread
  }
  return spreads
}

/** Mean logarithm of a metric by start. */
function logsOf(runs: readonly StartedTrendRun[], key: string): number[] {
  const inTime = [...runs].sort((one, other) => one.createdAtEpochMs - other.createdAtEpochMs)
  const jobs = jobsOf(inTime)
  const samples = inTime.flatMap((run, at) => {
    const found = comparableFigures(run).find((figure) => figureKey(figure) === key)
    return found === undefined || found.value <= 0
      ? []
      : [{ value: found.value, job: jobs[at] ?? at }]
  })
  return logsByStart(samples)
}
