// Which latency metrics a run reports, in the order and with the words the report and the result file use.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { ReportableMetricName } from '../model/fields/report-fields.ts'
import type { MetricStats } from '../model/metric-stats.ts'
import { metricApplies, usualMetrics } from '../model/metric-traits.ts'
import type { RunSummary } from '../model/run-summary.ts'
import { pythonFloatText } from './python-number.ts'

type MetricWords = Readonly<{ name: ReportableMetricName; label: string; title: string }>

export type ReportedMetric = MetricWords & Readonly<{ stats: MetricStats }>

const allMetrics: readonly MetricWords[] = [
  { name: 'ttft', label: 'TTFT', title: 'Time to First Token' },
  { name: 'tpot', label: 'TPOT', title: 'Time per Output Token (excl. 1st token)' },
  { name: 'itl', label: 'ITL', title: 'Inter-token Latency' },
  { name: 'e2el', label: 'E2EL', title: 'End-to-end Latency' },
  {
    name: 'token_latency',
    label: 'Token Latency',
    title: 'Token Latency (e2e_latency / output_len)',
  },
  { name: 'client_queue_time', label: 'Client Queue Time', title: 'Client-side Queueing' },
  {
    name: 'e2el_including_client_queue',
    label: 'E2EL incl. Client Queue',
    title: 'Queue-inclusive End-to-end Latency',
  },
]

export function reportedMetrics({
  config,
  summary,
}: Readonly<{ config: BenchmarkConfig; summary: RunSummary }>): readonly ReportedMetric[] {
  const asked = config.percentileMetrics ?? usualMetrics(config)
  return allMetrics.flatMap((words) => {
    const stats = summary.metrics[words.name]
    const isReported = asked.includes(words.name) && metricApplies(words.name, config)
    return isReported && stats !== undefined ? [{ ...words, stats }] : []
  })
}

/** `99`, `99.9`: whole percentiles without a point. */
export function percentileText(percentile: number): string {
  return Number.isInteger(percentile) ? String(percentile) : pythonFloatText(percentile)
}
