// Latencies and throughputs of one run, with the intervals that its own requests give.
import { metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { Interval } from '../stats/certainty/interval.ts'
import {
  latencyInterval,
  throughputFigure,
  type LatencyStatistic,
} from '../stats/certainty/known-figures.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import { figureOf } from '../stats/figure-of.ts'
import { reportedThroughputs, type Figure, type Latencies, type Throughputs } from './report.ts'

type FigureSource = Readonly<{
  summary: RunSummary
  distributions: readonly MetricDistribution[]
}>

export function throughputsOf(summary: RunSummary): Throughputs {
  return Object.fromEntries(
    reportedThroughputs.map((name) => {
      const figure = throughputFigure(summary, name)
      return [name, written(figure?.value ?? 0, figure?.interval ?? null)] as const
    }),
  ) as Throughputs
}

export function written(value: number, interval: Interval | null): Figure {
  return [value, interval?.low ?? null, interval?.high ?? null]
}

/** Null in `percentiles` is the mean. */
export function latenciesOf(
  source: FigureSource,
  percentiles: readonly (number | null)[],
): Latencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const figures = percentiles.flatMap((percentile) => figure(source, { metric, percentile }))
      return figures.length === 0 ? [] : [[metric, Object.fromEntries(figures)]]
    }),
  )
}

function figure(source: FigureSource, statistic: LatencyStatistic): [string, Figure][] {
  const value = valueOf(source, statistic)
  if (value === null) return []
  const interval = latencyInterval(source.summary, statistic)
  return [[statisticName(statistic.percentile), written(value, interval)]]
}

/** Percentiles the run was not asked for are in the distribution of its requests. */
function valueOf(
  { summary, distributions }: FigureSource,
  { metric, percentile }: LatencyStatistic,
): number | null {
  const reported = figureOf(summary.metrics[metric], percentile)
  if (reported !== null || percentile === null) return reported
  const spread = distributions.find((each) => each.metric === metric)
  const at = spread?.quantiles.indexOf(percentile / 100) ?? -1
  return spread?.values[at] ?? null
}
