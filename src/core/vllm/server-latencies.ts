// Latencies that a vLLM server measured between two readings, from its histograms at /metrics.
import type { ServerLatencies, ServerLatency } from '#core/model/server-activity.ts'
import { latencyOf, type MetricName, metricNames } from '#core/metrics/latencies.ts'
import { inVllmNames, type MetricSample, parseMetricsText } from '../base/metrics-text.ts'

/** Sums in seconds; counts of values up to a bound, bounds ascending. Totals over engines and other labels. */
type ServerHistogram = Readonly<{
  sum: number
  count: number
  upTo: ReadonlyMap<number, number>
}>

export type ServerHistograms = Readonly<Partial<Record<MetricName, ServerHistogram>>>

export function readServerHistograms(metricsText: string): ServerHistograms {
  const samples = inVllmNames(parseMetricsText(metricsText))
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const { serverHistogram } = latencyOf(metric)
      const found = serverHistogram === undefined ? null : histogramOf(samples, serverHistogram)
      return found === null ? [] : [[metric, found]]
    }),
  )
}

type Looks = Readonly<{ before: ServerHistograms; after: ServerHistograms }>

/** Omits latencies that the server lacks, reset, or has no values for. */
export function serverLatenciesBetween({ before, after }: Looks): ServerLatencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const last = after[metric]
      const grown = last === undefined ? null : growth(before[metric] ?? empty, last)
      return grown === null ? [] : [[metric, serverLatency(grown)]]
    }),
  )
}

const empty: ServerHistogram = { sum: 0, count: 0, upTo: new Map() }

function histogramOf(samples: readonly MetricSample[], family: string): ServerHistogram | null {
  const total = (suffix: string) => {
    const found = samples.filter(({ name }) => name === family + suffix)
    return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
  }
  const [sum, count] = [total('_sum'), total('_count')]
  if (sum === null || count === null) return null
  const upTo = new Map<number, number>()
  for (const { name, labels, value } of samples) {
    if (name !== `${family}_bucket`) continue
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
    upTo.set(bound, (upTo.get(bound) ?? 0) + value)
  }
  return { sum, count, upTo }
}

function growth(before: ServerHistogram, after: ServerHistogram): ServerHistogram | null {
  const count = after.count - before.count
  if (count <= 0) return null
  const upTo = [...after.upTo]
    .map(([bound, last]) => [bound, last - (before.upTo.get(bound) ?? 0)] as const)
    .toSorted(([one], [other]) => one - other)
  return { sum: after.sum - before.sum, count, upTo: new Map(upTo) }
}

function serverLatency({ sum, count, upTo }: ServerHistogram): ServerLatency {
  const bound = [...upTo].find(([, below]) => below >= 0.99 * count)?.[0] ?? Infinity
  return {
    count,
    meanMs: (sum / count) * 1000,
    p99AtMostMs: Number.isFinite(bound) ? bound * 1000 : null,
  }
}
