// A run's latencies as rows of a table whose columns are the same for all: each row in the unit that suits it.
import { taskOf } from '#core/model/benchmark/backend-traits.ts'
import { furtherNames, latencyOf, type ReportableMetricName } from '#core/metrics/latencies.ts'
import { metricApplies } from '#core/model/benchmark/metric-traits.ts'
import type { Run } from '#core/model/run/run.ts'
import { firstKinds } from '#core/model/run/request-record.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { latencyUnit, type LatencyUnit } from '#core/format/latency-unit.ts'
import type { TextKey } from '../../i18n/texts.ts'
import { measuredStats } from './run-numbers.ts'

export type MetricRow = Readonly<{
  name: TextKey
  explanation: TextKey
  /** Values it was measured on: requests, or gaps between tokens. */
  count: number
  unit: LatencyUnit
  /** One per column, ms; null where not measured. */
  cells: readonly (number | null)[]
}>

export type MetricTable = Readonly<{
  /** Percentiles in rising order, as asked for. */
  percentiles: readonly number[]
  rows: readonly MetricRow[]
}>

/** Columns of every row, before its percentiles. */
export const metricColumns = ['mean', 'median', 'std', 'min', 'max'] as const

export function metricTable(run: Run): MetricTable {
  const percentiles = run.config.metricPercentiles.toSorted((a, b) => a - b)
  const asked = furtherNames.filter(
    (name) => !isShownUnasked(name) && run.config.percentileMetrics?.includes(name),
  )
  const further = [...asked, ...furtherNames.filter(isShownUnasked)].filter((name) =>
    isShown(run, name),
  )
  const shown = [...taskOf(run.config).metrics, ...further]
  const [first, ...others] = shown.map((metric) => metricRow(run, metric, percentiles))
  const rows = [first, ...firstRows(run, percentiles), ...others].filter((row) => row !== undefined)
  return { percentiles, rows }
}

function isShownUnasked(name: ReportableMetricName): boolean {
  return latencyOf(name).isShownUnasked === true
}

/** The client queue time is shown with the latencies wherever the load could make requests wait. */
function isShown({ config, summary }: Run, name: ReportableMetricName): boolean {
  return metricApplies(name, config) && summary?.metrics[name] !== undefined
}

function metricRow(
  run: Run,
  metric: ReportableMetricName,
  percentiles: readonly number[],
): MetricRow {
  return {
    name: `charts.metric.${metric}`,
    explanation: `charts.metricLong.${metric}`,
    ...measuredRow(measuredStats(run, metric), percentiles),
  }
}

/** What TTFT is made of, where the summary has more to say than TTFT. */
function firstRows({ summary }: Run, percentiles: readonly number[]): MetricRow[] {
  return firstKinds.flatMap((kind): MetricRow[] => {
    const stats = summary?.firsts[kind]
    if (stats === undefined) return []
    return [
      {
        name: `run.first.${kind}`,
        explanation: `run.firstLong.${kind}`,
        ...measuredRow(stats, percentiles),
      },
    ]
  })
}

function measuredRow(stats: MetricStats | null, percentiles: readonly number[]) {
  const cells = [
    ...metricColumns.map((column) => stats?.[column] ?? null),
    ...percentiles.map(
      (wanted) => stats?.percentiles.find(({ percentile }) => percentile === wanted)?.value ?? null,
    ),
  ]
  return { count: stats?.count ?? 0, unit: latencyUnit([stats?.mean ?? null]), cells }
}
