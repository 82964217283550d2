// The statistics of a latency as members of the result file.
import type { MetricStats } from '../../model/run/metric-stats.ts'
import { float, type PythonEntry } from './python-json.ts'
import { percentileText } from '../console/reported-metrics.ts'

export function statsEntries(name: string, stats: MetricStats): readonly PythonEntry[] {
  return [
    [`mean_${name}_ms`, float(stats.mean)],
    [`median_${name}_ms`, float(stats.median)],
    [`std_${name}_ms`, stats.std === null ? null : float(stats.std)],
    ...percentileEntries(name, stats),
  ]
}

export function percentileEntries(
  name: string,
  { percentiles }: MetricStats,
): readonly PythonEntry[] {
  return percentiles.map(({ percentile, value }) => [
    `p${percentileText(percentile)}_${name}_ms`,
    float(value),
  ])
}
