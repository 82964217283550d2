// Distribution of one metric's values: a histogram and its quantile curve, in milliseconds.
import { type MetricName, metricNames, shownLatencies } from '#core/metrics/latencies.ts'
import type { Durations } from '../durations/durations.ts'
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

type Histogram = Readonly<{
  /** One more edge than counts; in seconds. */
  edgesS: number[]
  counts: number[]
}>

type SortedDurations = Pick<Durations, 'count' | 'at' | 'countBelow'>

const maxBins = 60
/** Values above this quantile may share the last bin, so that one outlier does not flatten the plot. */
const bulk = 0.995

/** No bins without durations. Exported for tests. */
export function histogramOf(durations: SortedDurations): Histogram {
  if (durations.count === 0) return { edgesS: [], counts: [] }
  const edgesS = edgesFor(durations)
  return { edgesS, counts: countsBetween(durations, edgesS) }
}

function edgesFor(durations: SortedDurations): number[] {
  const least = quantileS(durations, 0)
  const most = quantileS(durations, 1)
  const bulkEnd = quantileS(durations, bulk)
  if (least === bulkEnd) return [least, most]
  const width = binWidth(durations, bulkEnd - least)
  const bins = Math.min(maxBins, Math.ceil((most - least) / width))
  const edges = Array.from({ length: bins + 1 }, (_, index) => least + index * width)
  edges[bins] = most
  return edges
}

/**
 * Freedman–Diaconis: bin width from the interquartile range and the number of values. At least as many bins as the square root of
 * the count, because two modes make the interquartile range so wide that a few bins would hide them.
 */
function binWidth(durations: SortedDurations, range: number): number {
  const middleHalf = quantileS(durations, 0.75) - quantileS(durations, 0.25)
  const wanted = (2 * middleHalf) / Math.cbrt(durations.count)
  return Math.max(Math.min(wanted, range / Math.sqrt(durations.count)), range / (maxBins - 1))
}

/** A value on an edge belongs to the bin above it; the maximum belongs to the last bin. */
function countsBetween(durations: SortedDurations, edges: readonly number[]): number[] {
  const inner = edges.slice(1, -1).map((edge) => durations.countBelow(edge))
  const upTo = [...inner, durations.count]
  return upTo.map((count, bin) => count - (upTo[bin - 1] ?? 0))
}
