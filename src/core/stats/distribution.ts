// How one metric's values are spread: a histogram and the curve of its quantiles, in milliseconds.
import { metricNames, type MetricName } from '#core/model/fields/report-fields.ts'
import { histogramOfSorted } from './histogram.ts'
import type { MeasuredRequest } from './measured-request.ts'
import { metricValuesS } from './metric-values.ts'
import { quantileOfSorted } from './quantile.ts'

export type MetricDistribution = {
  metric: MetricName
  count: number
  edges: number[]
  counts: number[]
  /** 0–1 ascending, denser towards the tail. */
  quantiles: number[]
  values: number[]
}

const percents = Array.from({ length: 100 }, (_, percent) => percent / 100)
const quantiles = [...percents, 0.995, 0.999, 1]

/** One distribution per metric. */
export function metricDistributions(requests: readonly MeasuredRequest[]): MetricDistribution[] {
  const values = metricValuesS(requests)
  return metricNames.map((metric) => distributionOf(metric, values[metric]))
}

function distributionOf(metric: MetricName, valuesS: Float64Array): MetricDistribution {
  const sortedMs = valuesS.map((seconds) => seconds * 1000).sort()
  const shown = sortedMs.length === 0 ? [] : quantiles
  return {
    metric,
    count: sortedMs.length,
    ...histogramOfSorted(sortedMs),
    quantiles: [...shown],
    values: shown.map((probability) => quantileOfSorted(sortedMs, probability)),
  }
}
