// Which latency metrics a run reports, in the order and with the words the report and the result file use.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { ReportableMetricName } from '../../model/fields/report-fields.ts'
import { latencyLabels } from '../../model/figures/latency-names.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { metricApplies, usualMetrics } from '../../model/benchmark/metric-traits.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { pythonFloatText } from '../result-file/python-number.ts'

export type ReportedMetric = Readonly<{
  name: ReportableMetricName
  label: string
  title: string
  stats: MetricStats
}>

const titles: readonly (readonly [ReportableMetricName, string])[] = [
  ['ttft', 'Time to First Token'],
  ['tpot', 'Time per Output Token (excl. 1st token)'],
  ['itl', 'Inter-token Latency'],
  ['e2el', 'End-to-end Latency'],
  ['token_latency', 'Token Latency (e2e_latency / output_len)'],
  ['client_queue_time', 'Client-side Queueing'],
  ['e2el_including_client_queue', 'Queue-inclusive End-to-end Latency'],
]

export function reportedMetrics({
  config,
  summary,
}: Readonly<{ config: BenchmarkConfig; summary: RunSummary }>): readonly ReportedMetric[] {
  const asked = config.percentileMetrics ?? usualMetrics(config)
  return titles.flatMap(([name, title]) => {
    const stats = summary.metrics[name]
    const isReported = asked.includes(name) && metricApplies(name, config)
    return isReported && stats !== undefined
      ? [{ name, label: latencyLabels[name], title, stats }]
      : []
  })
}

/** `99`, `99.9`: whole percentiles without a point. */
export function percentileText(percentile: number): string {
  return Number.isInteger(percentile) ? String(percentile) : pythonFloatText(percentile)
}
