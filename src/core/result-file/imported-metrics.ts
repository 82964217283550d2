// The latency statistics of a result, found by the form of their keys: `mean_ttft_ms`, `p99.9_tpot_ms`.
import { reportableMetricNames, type ReportableMetricName } from '#core/metrics/latencies.ts'
import type { MetricStats } from '../model/run/metric-stats.ts'

/** What no version of the file has is missing. */
export type ImportedStats = Pick<MetricStats, 'mean' | 'median' | 'std' | 'percentiles'>

export type ImportedMetrics = ReadonlyMap<ReportableMetricName, ImportedStats>

/** A metric is present when its mean, median and deviation are. */
export function importedMetrics(result: ReadonlyMap<string, unknown>): ImportedMetrics {
  const imported = new Map<ReportableMetricName, ImportedStats>()
  for (const name of reportableMetricNames) {
    const [mean, median, std] = ['mean', 'median', 'std'].map((statistic) =>
      result.get(`${statistic}_${name}_ms`),
    )
    if (!isNumber(mean) || !isNumber(median) || !isNumber(std)) continue
    imported.set(name, { mean, median, std, percentiles: importedPercentiles(name, result) })
  }
  return imported
}

export function importedPercentiles(
  name: string,
  result: ReadonlyMap<string, unknown>,
): MetricStats['percentiles'] {
  const key = new RegExp(`^p(\\d+(?:\\.\\d+)?)_${name}_ms$`)
  const found = Array.from(result, ([written, imported]) => ({
    percentile: Number(key.exec(written)?.[1]),
    value: imported,
  }))
  return found.flatMap(({ percentile, value }) =>
    percentile <= 100 && isNumber(value) ? [{ percentile, value }] : [],
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
