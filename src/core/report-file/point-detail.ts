// Distributions, requests and telemetry of a run for a report, limited in size.
import type { TelemetryTrack } from '#core/plots/telemetry.ts'
import { metricNames, statisticName } from '#core/metrics/latencies.ts'
import { type Series, thinned } from '../telemetry/telemetry-series.ts'
import type { TelemetrySeriesName } from '../telemetry/telemetry-traits.ts'
import {
  type Figure,
  type Latencies,
  type PointDetail,
  type reportedCosts,
  type ReportedRun,
  reportedThroughputs,
  type ReportPoint,
  type Throughputs,
} from './report.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { Interval } from '../stats/certainty/interval.ts'
import {
  latencyInterval,
  type LatencyStatistic,
  throughputFigure,
} from '#core/judgement/known-figures.ts'
import { steadySpanOf } from '#core/judgement/steady-span.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import { figureOf } from '../stats/figure-of.ts'

/** Null if individual requests are unknown. */
export function detailOf({
  run,
  distributions,
  timeline,
  requests,
  telemetry,
}: ReportedRun): PointDetail | null {
  if (timeline === null || requests === null) return null
  const { summary } = run
  const steady = steadySpanOf(run)
  return {
    distributions: distributions.filter(({ count }) => count > 0),
    timeline: {
      ...timeline,
      steady: steady && { startS: steady.startS, endS: steady.endS },
    },
    requests,
    telemetry: reportedTracks(telemetry, summary?.durationS ?? 0),
  }
}

/** Series that are rarely useful outside the window, where the user can choose series. */
const unreported = [
  'prefixCacheHitPercent',
  'generationTokensPerS',
  'promptTokensPerS',
  'preemptionsPerS',
  'failedTransfersPerS',
  'adaptersRunning',
  'adaptersWaiting',
  'gpuMemoryUsedMiB',
  'gpuSmClockMhz',
  'gpuTemperatureC',
] as const satisfies readonly TelemetrySeriesName[]

export type ReportedSeries = Exclude<TelemetrySeriesName, (typeof unreported)[number]>

export function isReported(name: TelemetrySeriesName): name is ReportedSeries {
  return !unreported.some((each) => each === name)
}

/** Enough points for a plot as wide as a page. */
const mostPoints = 150

/** Series within the run; omits series without a sample. Exported for tests, which need no whole run for this. */
export function reportedTracks(telemetry: readonly Series[], durationS: number): TelemetryTrack[] {
  return telemetry
    .filter(({ name }) => isReported(name))
    .map(({ name, label, points }) => {
      const within = points.filter(({ atS }) => atS >= 0 && atS <= durationS)
      const drawn = thinned(within, mostPoints)
      return {
        name,
        label,
        atS: drawn.map(({ atS }) => atS),
        values: drawn.map(({ value }) => value),
      }
    })
    .filter(({ atS }) => atS.length > 0)
}

/** Latencies and throughputs of one run, with the intervals derived from its own requests. */
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

export function costsOf(summary: RunSummary | null): ReportPoint['costs'] {
  const costOf = (name: (typeof reportedCosts)[number]): Figure | null => {
    const figure = summary && throughputFigure(summary, name)
    return figure && written(figure.value, figure.interval)
  }
  return {
    costPerMillionTokens: costOf('costPerMillionTokens'),
    costPerMillionGoodTokens: costOf('costPerMillionGoodTokens'),
  }
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

/** Percentiles that the run did not report are taken from the distribution of its requests. */
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
