// Statistics of a latency as members of the result file.
import { type ReportableMetricName } from '#core/metrics/latencies.ts'
import { asMs, writtenForm, type WrittenForm } from '#core/metrics/written-form.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { float, type PythonEntry } from './python-json.ts'
import { percentileText } from '../console/reported-metrics.ts'

export function statsEntries(
  name: ReportableMetricName,
  stats: MetricStats,
): readonly PythonEntry[] {
  const form = writtenForm(name)
  const { suffix, perMs } = form
  return [
    [`mean_${name}${suffix}`, float(stats.mean * perMs)],
    [`median_${name}${suffix}`, float(stats.median * perMs)],
    [`std_${name}${suffix}`, stats.std === null ? null : float(stats.std * perMs)],
    ...percentileEntries(name, stats, form),
  ]
}

export function percentileEntries(
  name: string,
  { percentiles }: MetricStats,
  { suffix, perMs }: WrittenForm = asMs,
): readonly PythonEntry[] {
  return percentiles.map(({ percentile, value }) => [
    `p${percentileText(percentile)}_${name}${suffix}`,
    float(value * perMs),
  ])
}
