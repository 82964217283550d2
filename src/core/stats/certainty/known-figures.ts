// Figures of a run, each with the interval that its own requests give it.
import type { MetricName } from '#core/model/fields/report-fields.ts'
import { figureTraits, type ThroughputFigure } from '#core/model/figures/figure-traits.ts'
import type { RunSummary } from '#core/model/run-summary.ts'
import { figureOf } from '../figure-of.ts'
import { productInterval } from './factor-interval.ts'
import type { Interval, KnownFigure } from './interval.ts'

/** One of the percentiles of a latency, or null for its mean. */
export type LatencyStatistic = Readonly<{ metric: MetricName; percentile: number | null }>

/** Null where nothing was measured, or the run was not asked for it. */
export function latencyFigure(
  summary: RunSummary,
  { metric, percentile }: LatencyStatistic,
): KnownFigure | null {
  const value = figureOf(summary.metrics[metric], percentile)
  if (value === null) return null
  return { value, interval: latencyInterval(summary, { metric, percentile }) }
}

/** Null where there were too few requests, and of runs that do not tell. */
export function latencyInterval(
  { certainty }: Pick<RunSummary, 'certainty'>,
  { metric, percentile }: LatencyStatistic,
): Interval | null {
  const found = certainty?.figures.find(
    (figure) => figure.metric === metric && figure.percentile === percentile,
  )
  return found?.intervalMs ?? null
}

/** Null for what was not asked for, or what an imported file leaves out. */
export function throughputFigure(summary: RunSummary, name: ThroughputFigure): KnownFigure | null {
  const value = summary[name]
  if (value === null) return null
  return { value, interval: intervals[figureTraits[name].comesWith](summary, value) }
}

type IntervalOf = (summary: RunSummary, value: number) => Interval | null

const intervals: Readonly<
  Record<(typeof figureTraits)[ThroughputFigure]['comesWith'], IntervalOf>
> = {
  requests: withinReach('requests'),
  outputTokens: withinReach('outputTokens'),
  goodRequests: goodputInterval,
}

function withinReach(name: 'requests' | 'outputTokens'): IntervalOf {
  return ({ certainty }, value) => {
    const share = certainty?.throughputReach?.[name] ?? null
    return share === null ? null : { low: value * (1 - share), high: value * (1 + share) }
  }
}

/** The rate at which requests were answered or failed, by the share of them that was good. */
function goodputInterval(summary: RunSummary, value: number): Interval | null {
  const { durationS, completed, failed, certainty } = summary
  const rate = (completed + (failed ?? 0)) / durationS
  const requests = intervals.requests(summary, rate)
  const share = certainty?.goodShare ?? null
  if (requests === null || share === null || rate === 0) return null
  return productInterval(
    { value: rate, interval: requests },
    { value: value / rate, interval: share },
  )
}
