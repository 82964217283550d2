// Forecasts the precision of a latency in a planned run from a stored run of the same configuration. Formula and test:
// docs/measuring/certainty.md, "Before a run".
import { taskOf } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { hasSteadyLoad } from '#core/traits/load-traits.ts'
import type { RequestRate } from '#core/model/sweep.ts'
import { comparedSide } from './comparison.ts'
import { isSameConfiguration, type ConfiguredRun, type TrendRun } from './same-configuration.ts'

/** Half the width of an interval as a share of its value; null without one. Exported for tests. */
export function relativeReach({ value, interval }: FigureEstimate): number | null {
  return interval === null || value <= 0 ? null : (interval.high - interval.low) / 2 / value
}

type KnownReach = Readonly<{ reach: number; requests: number }>

/** The width of an interval falls with the square root of the number of requests. Exported for tests. */
export function reachWith(requests: number, known: KnownReach): number {
  return known.reach * Math.sqrt(known.requests / requests)
}

export type PrecisionForecast = Readonly<{
  metric: MetricName
  percentile: number
  /** Half the interval as a share of the value; null if the requests are too few for the percentile. */
  reach: number | null
  /** A precision that requires more requests than planned, and their number; null if there is none. */
  goal: Readonly<{ reach: number; requests: number }> | null
  run: Readonly<{ id: string; name: string }>
}>

/** Intervals widen near capacity, so a run at another load predicts little. */
const mostLoadFactor = 1.1

/** Suggested precisions, from coarse to fine. */
const goals = [0.2, 0.1, 0.05]
/** A smaller improvement over the planned precision is not worth a sentence. */
const leastGain = 1.25

type PlannedRun = Readonly<{
  config: BenchmarkConfig
  requests: number
  /** Config as a run would store it. */
  server: Pick<ConfiguredRun, 'serverName' | 'facts' | 'launch'>
}>

/** Uses the run of the nearest length, because that extrapolates least; null without a comparable run. */
export function forecastPrecision(
  planned: PlannedRun,
  stored: readonly TrendRun[],
): PrecisionForecast | null {
  const { config, requests } = planned
  const [metric = 'ttft'] = taskOf(config).metrics
  if (requests === 0 || !hasSteadyLoad(config)) return null
  const runs = stored
    .filter((run) => isComparable(run, planned, metric) && comparedSide([run]).isUsable)
    .toSorted((one, other) => lengthFactor(one, requests) - lengthFactor(other, requests))
  for (const percentile of config.metricPercentiles.toSorted((a, b) => b - a)) {
    for (const { id, name, summary } of runs) {
      const figure = latencyFigure(summary, { metric, percentile })
      const reach = figure && relativeReach(figure)
      if (reach === null) continue
      const known = { reach, requests: summary.completed }
      return { metric, percentile, ...forecastFrom(known, percentile, requests), run: { id, name } }
    }
  }
  return null
}

/** A stored config includes the defaults that depend on workload and server. */
function isComparable(run: TrendRun, { config, server }: PlannedRun, name: MetricName): boolean {
  const { requestRate, model, servedModelName } = run.config
  const resolved = { requestRate, model, servedModelName, ignoreEos: ignoresEos(config) }
  const planned = { ...run, ...server, config: { ...config, ...resolved } }
  return isSimilar(config.requestRate, requestRate) && isSameConfiguration(run, planned, { name })
}

function forecastFrom(known: KnownReach, percentile: number, requests: number) {
  const fewest = fewestValuesFor(percentile)
  const reach = requests < fewest ? null : reachWith(requests, known)
  const wanted = goals.find((goal) => leastGain * goal < (reach ?? Infinity))
  const goal = wanted !== undefined && {
    reach: wanted,
    requests: Math.max(fewest, Math.ceil(known.requests * (known.reach / wanted) ** 2)),
  }
  return { reach, goal: goal || null }
}

/** Rates of runs that predict a run at this rate. */
export function similarRates(rate: RequestRate): Readonly<Record<'low' | 'high', RequestRate>> {
  if (rate === 'inf') return { low: rate, high: rate }
  return { low: rate / mostLoadFactor, high: rate * mostLoadFactor }
}

function isSimilar(rate: RequestRate, other: RequestRate): boolean {
  if (rate === 'inf' || other === 'inf') return rate === other
  return Math.abs(Math.log(rate / other)) <= Math.log(mostLoadFactor)
}

function lengthFactor({ summary: { completed } }: TrendRun, requests: number): number {
  return Math.abs(Math.log(completed / requests))
}
