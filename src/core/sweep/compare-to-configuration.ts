// Compares the configurations of a sweep with one of them, load by load, combining the repeats of each.
import type { Run } from '../model/run/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { comparedSide, type Comparison, comparisonOf } from '#core/compare/comparison.ts'
import { loadDifferences } from '#core/compare/load-differences.ts'
import {
  compareConfigurations,
  startSpreadsBetween,
  type ConfigurationShift,
  type ConfigurationRun,
} from './compare-configurations.ts'
import { type Configuration, configurationKey } from './configurations.ts'

export type ComparedLoad = Pick<SweepPoint, 'requestRate' | 'maxConcurrency'> &
  Readonly<{ comparison: Comparison<ConfigurationShift> }>

export type ComparedConfiguration = Readonly<{
  configuration: Configuration
  loads: readonly ComparedLoad[]
}>

type PointRuns = Readonly<{ points: Sweep['points']; runs: ReadonlyMap<string, Run> }>

/** Other configurations in the order of the sweep, each with the loads at which both were measured. */
export function compareToConfiguration(
  { points, runs }: PointRuns,
  base: Configuration,
): ComparedConfiguration[] {
  const configurations = Map.groupBy(points, configurationKey)
  const basePoints = configurations.get(configurationKey(base)) ?? []
  return [...configurations.values()].flatMap((others) => {
    const configuration = others[0]
    if (configuration === undefined || configurationKey(configuration) === configurationKey(base))
      return []
    return {
      configuration: { server: configuration.server, settings: configuration.settings },
      loads: comparedLoads(basePoints, others, runs),
    }
  })
}

/** Loads that both sides measured. The sides may be of different sweeps. */
export function comparedLoads(
  base: readonly SweepPoint[],
  others: readonly SweepPoint[],
  runs: PointRuns['runs'],
): ComparedLoad[] {
  const othersByLoad = Map.groupBy(others, loadKey)
  return [...Map.groupBy(base, loadKey)].flatMap(([key, ones]) =>
    comparedLoad(
      configurationRuns(ones, runs),
      configurationRuns(othersByLoad.get(key) ?? [], runs),
      ones,
    ),
  )
}

function comparedLoad(
  ones: readonly ConfigurationRun[],
  others: readonly ConfigurationRun[],
  [point]: readonly SweepPoint[],
): ComparedLoad[] {
  const [one, other] = [ones[0], others[0]]
  if (point === undefined || one === undefined || other === undefined) return []
  const { requestRate, maxConcurrency } = point
  const comparison = comparisonOf(compareConfigurations(ones, others), {
    base: comparedSide(ones),
    other: comparedSide(others),
    differences: loadDifferences(one, other),
    runs: [one, other],
    startSpreads: startSpreadsBetween(ones, others),
  })
  return [{ requestRate, maxConcurrency, comparison }]
}

/** Points that share a seed share their prompts. */
function configurationRuns(
  points: readonly SweepPoint[],
  runs: PointRuns['runs'],
): ConfigurationRun[] {
  return points.flatMap(({ runId, seedOffset, status }) => {
    const run = runs.get(runId ?? '')
    if (status !== 'completed' || !run?.summary) return []
    const { config, summary, launch, baseUrl } = run
    const start = launch?.launchId ?? baseUrl
    return { key: String(seedOffset), config, summary, ...(start !== null && { start }) }
  })
}

function loadKey({ requestRate, maxConcurrency }: SweepPoint): string {
  return `${requestRate}/${maxConcurrency}`
}
