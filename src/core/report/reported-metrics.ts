// Which latency metrics a run reports, in the order and with the words the report and the result file use.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { MetricName } from '../model/fields/report-fields.ts'
import { pythonFloatText } from './python-number.ts'

export type ReportedMetric = Readonly<{ name: MetricName; label: string; title: string }>

const allMetrics: readonly ReportedMetric[] = [
  { name: 'ttft', label: 'TTFT', title: 'Time to First Token' },
  { name: 'tpot', label: 'TPOT', title: 'Time per Output Token (excl. 1st token)' },
  { name: 'itl', label: 'ITL', title: 'Inter-token Latency' },
  { name: 'e2el', label: 'E2EL', title: 'End-to-end Latency' },
]

/** Without a tokenizer the original reports nothing that speaks of tokens. */
export function reportsTokens(config: BenchmarkConfig): boolean {
  return !config.skipTokenizerInit
}

export function reportedMetrics(config: BenchmarkConfig): readonly ReportedMetric[] {
  return allMetrics.filter(
    ({ name }) =>
      config.percentileMetrics.includes(name) && (name === 'e2el' || reportsTokens(config)),
  )
}

/** `99`, `99.9`: whole percentiles without a point. */
export function percentileText(percentile: number): string {
  return Number.isInteger(percentile) ? String(percentile) : pythonFloatText(percentile)
}
