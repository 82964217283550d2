// Latency metrics that a run reports, in the order and with the terms of the report and the result file.
import { type BenchmarkConfig, mayEnd } from '#core/flags/benchmark-fields.ts'
import {
  latencies,
  latencyOf,
  metricNames,
  type ReportableMetricName,
  reportableMetricNames,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import { madeKinds } from '#core/records/made-kind.ts'
import { leadBy } from '#core/metrics/scalar-names.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { metricApplies, usualMetrics } from '#core/traits/metric-traits.ts'
import { countsTokens } from '../../stats/as-asked.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { pythonFloatText } from '#core/base/python-number.ts'
import { writtenForm } from '#core/metrics/written-form.ts'
import { amount, banner } from './report-layout.ts'

export type ReportedMetric = Readonly<{
  name: ReportableMetricName
  label: string
  title: string
  stats: MetricStats
}>

/** Sections of the report. */
const order = leadBy([...metricNames, 'token_latency'], reportableMetricNames)

export function reportedMetrics({
  config,
  summary,
}: Readonly<{ config: BenchmarkConfig; summary: RunSummary }>): readonly ReportedMetric[] {
  const asked = config.percentileMetrics ?? withOwn(config)
  return order.flatMap((name) => {
    const { label, title } = latencies[name]
    const stats = summary.metrics[name]
    const isCounted = latencyOf(name).dividesByTokens !== true || countsTokens(summary)
    const isReported = asked.includes(name) && metricApplies(name, config) && isCounted
    const isShown = shownLatencies([name], () => stats !== undefined && stats.count !== 0)
    return isReported && isShown.length > 0 && stats !== undefined
      ? [{ name, label, title, stats }]
      : []
  })
}

/** Our own report adds latencies of responses that reason, requests that retry, agents and speech; earlier clients have none. */
function withOwn(config: BenchmarkConfig): readonly ReportableMetricName[] {
  const usual = usualMetrics(config)
  if (config.compat !== 'kneepoint') return usual
  const retried = mayEnd(config, 'rejected') ? (['e2el', ...latenciesOf('retried')] as const) : []
  const ofLoad = [
    ...latenciesOf('agents'),
    ...latenciesOf('realtime'),
    ...madeKinds.flatMap(latenciesOf),
  ]
  return [...usual, ...latenciesOf('reasoning'), ...retried, ...ofLoad]
}

function latenciesOf(applies: LatencyMetric['applies']): readonly ReportableMetricName[] {
  return reportableMetricNames.filter((name) => latencies[name].applies === applies)
}

/** `99`, `99.9`: whole percentiles without a point. */
export function percentileText(percentile: number): string {
  return Number.isInteger(percentile) ? String(percentile) : pythonFloatText(percentile)
}

export type MetricSection = Readonly<{
  name: ReportableMetricName
  title: string
  label: string
  stats: MetricStats
}>

/** `width` applies only to the banner; rows have the same width in every layout. */
export function metricSection(
  { name, title, label, stats }: MetricSection,
  width?: number,
): readonly string[] {
  const { unit, perMs } = writtenForm(name)
  return [banner(title, '-', width), ...statisticRows(label + unit, stats, perMs)]
}

export function statisticRows(name: string, stats: MetricStats, perMs: number): readonly string[] {
  return [
    amount(`Mean ${name}:`, stats.mean * perMs),
    amount(`Median ${name}:`, stats.median * perMs),
    ...stats.percentiles.map(({ percentile, value }) =>
      amount(`P${percentileText(percentile)} ${name}:`, value * perMs),
    ),
  ]
}
