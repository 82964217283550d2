// Latencies and throughputs of one run, with the intervals that its own requests give.
import { metricNames, type MetricName } from '../model/fields/report-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'
import type { MetricDistribution } from '../stats/distribution.ts'
import { figureOf } from '../stats/figure-of.ts'
import {
  reportedThroughputs,
  type Figure,
  type Figures,
  type Latencies,
  type ReportedThroughput,
  type Throughputs,
} from './report.ts'

export type FigureSource = Readonly<{
  summary: RunSummary
  distributions: readonly MetricDistribution[]
}>

/** `mean`, or `p` with the percentile. */
export function statisticName(percentile: number | null): string {
  return percentile === null ? 'mean' : `p${percentile}`
}

export function throughputsOf(summary: RunSummary): Throughputs {
  return Object.fromEntries(
    reportedThroughputs.map((name) => [name, throughputOf(summary, name)] as const),
  ) as Throughputs
}

/** What the requests of the run say of how sure its throughput is; of all tokens they say nothing. */
const reaches = {
  requestThroughput: 'requests',
  outputThroughput: 'outputTokens',
  totalTokenThroughput: null,
} as const

function throughputOf(summary: RunSummary, name: ReportedThroughput): Figure {
  const value = summary[name]
  const reach = reaches[name]
  const share = reach === null ? null : (summary.certainty?.throughputReach?.[reach] ?? null)
  return share === null ? [value, null, null] : [value, value * (1 - share), value * (1 + share)]
}

/** Null in `percentiles` is the mean. */
export function latenciesOf(
  source: FigureSource,
  percentiles: readonly (number | null)[],
): Latencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const figures = figuresOf(metric, source, percentiles)
      return Object.keys(figures).length === 0 ? [] : [[metric, figures]]
    }),
  )
}

function figuresOf(
  metric: MetricName,
  source: FigureSource,
  percentiles: readonly (number | null)[],
): Figures {
  return Object.fromEntries(
    percentiles.flatMap((percentile) => {
      const value = valueOf(metric, source, percentile)
      return value === null ? [] : [[statisticName(percentile), withInterval(value)]]

      function withInterval(ms: number): Figure {
        const certain = source.summary.certainty?.figures.find(
          (figure) => figure.metric === metric && figure.percentile === percentile,
        )
        return [ms, certain?.intervalMs?.low ?? null, certain?.intervalMs?.high ?? null]
      }
    }),
  )
}

/** Percentiles the run was not asked for are in the distribution of its requests. */
function valueOf(
  metric: MetricName,
  { summary, distributions }: FigureSource,
  percentile: number | null,
): number | null {
  const told = figureOf(summary.metrics[metric], percentile)
  if (told !== null || percentile === null) return told
  const spread = distributions.find((each) => each.metric === metric)
  const at = spread?.quantiles.indexOf(percentile / 100) ?? -1
  return spread?.values[at] ?? null
}
