// How one metric's values are spread: a histogram and the curve of its quantiles, in milliseconds.
import { type MetricName, metricNames, shownLatencies } from '#core/metrics/latencies.ts'
import type { Durations } from '../durations/durations.ts'
import { histogramOf } from './histogram.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { MetricValues } from '../metric-stats.ts'
import { quantileS } from '../durations/quantile.ts'

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
export function metricDistributions(requests: Iterable<MeasuredRequest>): MetricDistribution[] {
  const values = new MetricValues()
  for (const request of requests) values.add(request)
  const shown = shownLatencies(metricNames, (name) => values.durationsOf(name).count > 0)
  return shown.map((metric) => distributionOf(metric, values.durationsOf(metric)))
}

function distributionOf(metric: MetricName, durations: Durations): MetricDistribution {
  const shown = durations.count === 0 ? [] : quantiles
  const { edgesS, counts } = histogramOf(durations)
  return {
    metric,
    count: durations.count,
    edges: edgesS.map(inMs),
    counts,
    quantiles: [...shown],
    values: shown.map((probability) => inMs(quantileS(durations, probability))),
  }
}

function inMs(seconds: number): number {
  return seconds * 1000
}
