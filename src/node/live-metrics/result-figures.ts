// The metrics of a run that has ended: throughputs as they are stored, latencies in seconds.
import { comparedScalars } from '#core/metrics/figures.ts'
import { furtherNames, metricNames } from '#core/metrics/latencies.ts'
import { scalarOf } from '#core/metrics/scalar-names.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { resultName } from './metric-records.ts'

type ResultFigure = Readonly<{
  name: string
  value: number
  /** `mean`, `p50`, `p99` …; null for a figure that is one number. */
  statistic: string | null
}>

/** What was not measured is left out. */
export function resultFigures(summary: RunSummary): ResultFigure[] {
  const scalars = comparedScalars.flatMap((scalar) => {
    const value = summary[scalar]
    const name = resultName(scalarOf(scalar).csv ?? scalar)
    return value === null ? [] : [{ name, value, statistic: null }]
  })
  const latencies = [...metricNames, ...furtherNames].flatMap((metric) =>
    statisticsOf(summary.metrics[metric]).map(([statistic, ms]) => ({
      name: resultName(metric),
      value: ms / 1000,
      statistic,
    })),
  )
  return [...scalars, ...latencies]
}

function statisticsOf(stats: MetricStats | undefined): [statistic: string, ms: number][] {
  if (stats === undefined || stats.count === 0) return []
  const { mean, median, percentiles } = stats
  const asked = percentiles
    .filter(({ percentile }) => percentile !== 50)
    .map(({ percentile, value }): [string, number] => [`p${percentile}`, value])
  return [['mean', mean], ['p50', median], ...asked]
}
