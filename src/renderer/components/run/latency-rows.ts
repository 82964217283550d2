// All latencies of a run as rows of one table: ascending percentiles, and the server's own mean as a column.
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import { furtherNames, latencyOf, type ReportableMetricName } from '#core/metrics/latencies.ts'
import { generatesText } from '#core/backends/backend-traits.ts'
import { metricApplies } from '#core/traits/metric-traits.ts'
import type { Run } from '#core/model/run/run.ts'
import { firstKinds } from '#core/records/request-outcome.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { percentileOf } from '#core/stats/figure-of.ts'
import { comparedLatencies, type ComparedLatency } from '#core/stats/compared-latencies.ts'
import { latencyUnit, type LatencyUnit } from '#core/metrics/latency-unit.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import { measuredStats, shownMetrics } from './run-numbers.ts'

export type LatencyRow = Readonly<{
  name: TextKey
  explanation: TextKey
  /** Number of measured values: requests, or gaps between tokens; null if unknown. */
  count: number | null
  unit: LatencyUnit
  mean: number | null
  /** One per percentile of the table, in ms; null if not measured. */
  percentiles: readonly (number | null)[]
  max: number | null
  server: ComparedLatency | null
}>

export type LatencyTable = Readonly<{
  /** Percentiles that any row has, ascending. */
  percentiles: readonly number[]
  rows: readonly LatencyRow[]
  /** Whether the server reported its own. */
  hasServer: boolean
  /** Whether the server counted more requests than this client sent. */
  countedOthers: boolean
}>

const usualPercentiles = [50, 75, 90, 95, 99, 99.9]

type LatencyData = Readonly<{ stats: MetricStats | null; drawn: MetricDistribution | undefined }>
type NamedLatency = LatencyData &
  Readonly<{
    /** Absent for the parts of TTFT. */
    metric?: ReportableMetricName
    name: TextKey
    explanation: TextKey
    server: ComparedLatency | null
  }>

/** `drawn` contains all percentiles of latencies with known individual requests. */
export function latencyTable(run: Run, drawn: readonly MetricDistribution[]): LatencyTable {
  const asked = run.config.metricPercentiles.filter((one) => one > 0 && one < 100)
  const wanted = [...new Set([...usualPercentiles, ...asked])].sort((a, b) => a - b)
  const known = namedRows(run, drawn)
  const percentiles = wanted.filter((one) => known.some((row) => valueAt(row, one) !== null))
  const rows = known.map((row) => rowOf(row, percentiles))
  const { summary } = run
  const compared = summary === null ? {} : comparedLatencies(summary)
  return {
    percentiles,
    rows,
    hasServer: rows.some(({ server }) => server !== null),
    countedOthers: (compared.e2el?.serverCount ?? 0) > (summary?.completed ?? 0),
  }
}

function namedRows(run: Run, drawn: readonly MetricDistribution[]): NamedLatency[] {
  const [first, ...others] = rowMetrics(run).map((metric) => metricRow(run, metric, drawn))
  return [...(first === undefined ? [] : [first]), ...firstRows(run), ...others]
}

function rowMetrics(run: Run): ReportableMetricName[] {
  const asked = furtherNames.filter(
    (name) => !isShownUnasked(name) && run.config.percentileMetrics?.includes(name),
  )
  const further = [...asked, ...furtherNames.filter(isShownUnasked)]
  return [...shownMetrics([run]), ...further.filter((name) => isShown(run, name))]
}

function isShownUnasked(name: ReportableMetricName): boolean {
  return latencyOf(name).isShownUnasked === true
}

/** The client queue time is shown with the latencies if the load could delay requests. */
function isShown({ config, summary }: Run, name: ReportableMetricName): boolean {
  return metricApplies(name, config) && summary?.metrics[name] !== undefined
}

function metricRow(
  run: Run,
  metric: ReportableMetricName,
  drawn: readonly MetricDistribution[],
): NamedLatency {
  return {
    metric,
    name: `charts.metric.${metric}`,
    explanation: `charts.metricLong.${metric}`,
    stats: measuredStats(run, metric),
    drawn: drawn.find((one) => one.metric === metric),
    server: serverFigure(run, metric),
  }
}

function serverFigure({ summary }: Run, metric: ReportableMetricName): ComparedLatency | null {
  const compared: Readonly<Partial<Record<ReportableMetricName, ComparedLatency>>> =
    summary === null ? {} : comparedLatencies(summary)
  return compared[metric] ?? null
}

/** Rows of TTFT and its parts, if the summary has them. */
function firstRows({ config, summary }: Run): NamedLatency[] {
  if (!generatesText(config)) return []
  return firstKinds.flatMap((kind): NamedLatency[] => {
    const stats = summary?.firsts[kind]
    if (stats === undefined) return []
    const names = { name: `run.first.${kind}`, explanation: `run.firstLong.${kind}` } as const
    return [{ ...names, stats, drawn: undefined, server: null }]
  })
}

function rowOf(row: NamedLatency, wanted: readonly number[]): LatencyRow {
  const { name, explanation, stats, server, drawn } = row
  const percentiles = wanted.map((one) => valueAt(row, one))
  const mean = stats?.mean ?? null
  return {
    ...{ name, explanation, mean, percentiles, server },
    count: stats === null || stats.count === 0 ? null : stats.count,
    unit: latencyUnit([stats?.median ?? null], row.metric),
    max: stats?.max ?? drawn?.values.at(-1) ?? null,
  }
}

function valueAt({ stats, drawn }: LatencyData, percentile: number): number | null {
  const at = drawn?.quantiles.findIndex((share) => Math.abs(share - percentile / 100) < 1e-9) ?? -1
  return (stats && percentileOf(stats, percentile)) ?? drawn?.values[at] ?? null
}
