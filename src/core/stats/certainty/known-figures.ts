// Figures of a run, each with the interval that its own requests give it.
import type { CertainFigure, ThroughputCertainty } from '#core/model/run/certainty.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { StatedFigure } from '#core/metrics/figure-text.ts'
import { type ComparedScalar, isLatency } from '#core/metrics/figures.ts'
import type { ScalarMetric } from '#core/metrics/scalar-metric.ts'
import { scalars } from '#core/metrics/scalars.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { figureOf } from '../figure-of.ts'
import { clientShiftMs } from './client-shift.ts'
import { type Interval, type KnownFigure, productInterval } from './interval.ts'

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

/** Reaches down by as much as late reads probably lengthened the figure. Null if requests were too few, or it is missing. */
export function latencyInterval(
  summary: Pick<RunSummary, 'certainty' | 'client' | 'metrics'>,
  statistic: LatencyStatistic,
): Interval | null {
  const own = certainFigure(summary.certainty, statistic)?.intervalMs ?? null
  return own && { ...own, low: Math.max(0, own.low - clientShiftMs(summary, statistic)) }
}

/** Standard error of a mean, to weigh several runs by; null where unknown, and for percentiles. */
export function meanSpreadErrorMs(
  { certainty }: Pick<RunSummary, 'certainty'>,
  statistic: LatencyStatistic,
): number | null {
  return certainFigure(certainty, statistic)?.spreadErrorMs ?? null
}

function certainFigure(
  certainty: RunSummary['certainty'],
  { metric, percentile }: LatencyStatistic,
): CertainFigure | undefined {
  return certainty?.figures.find(
    (figure) => figure.metric === metric && figure.percentile === percentile,
  )
}

/** Null for what was not asked for, or what an imported file leaves out. */
export function throughputFigure(summary: RunSummary, name: ComparedScalar): KnownFigure | null {
  const value = summary[name]
  if (value === null) return null
  return { value, interval: intervals[scalars[name].compared.interval](summary, value) }
}

/** Of any figure that limits are set on; null for failed requests, which are counted. */
export function figureInterval(
  summary: RunSummary,
  { name, percentile }: StatedFigure,
): Interval | null {
  if (isLatency(name)) return latencyInterval(summary, { metric: name, percentile })
  if (name === 'failedShare') return null
  if (name === 'goodShare') return summary.certainty?.goodShare ?? null
  return throughputFigure(summary, name)?.interval ?? null
}

type IntervalOf = (summary: RunSummary, value: number) => Interval | null

const intervals: Readonly<Record<NonNullable<ScalarMetric['compared']>['interval'], IntervalOf>> = {
  requests: (summary, value) => within(value, throughputFactors(summary).requests),
  outputTokens: (summary, value) => within(value, throughputFactors(summary).outputTokens),
  totalTokens: (summary, value) => within(value, throughputFactors(summary).totalTokens),
  goodRequests: goodputInterval,
  trajectories: ({ certainty }, value) => {
    const factors = certainty?.throughput?.trajectories
    return factors === undefined ? null : within(value, factors)
  },
  made: ({ certainty }, value) => {
    const factors = certainty?.throughput?.made
    return factors === undefined ? null : within(value, factors)
  },
  reasoningShare: ({ certainty }) => certainty?.reasoningShare ?? null,
  cachedShare: ({ certainty }) => certainty?.cachedShare ?? null,
  meanReasoningTokens: ({ certainty }) => certainty?.meanReasoningTokens ?? null,
  meanCachedTokens: ({ certainty }) => certainty?.meanCachedTokens ?? null,
  tokenEnergy: (summary) => energyInterval(summary, 'total'),
  outputTokenEnergy: (summary) => energyInterval(summary, 'output'),
  outputTokenCost: (summary, value) => costWithin(value, throughputFactors(summary).outputTokens),
  goodTokenCost: ({ certainty }, value) => {
    const factors = certainty?.throughput?.goodTokens
    return factors === undefined ? null : costWithin(value, factors)
  },
  goodTokenEnergy: (summary) => energyInterval(summary, 'good'),
  none: () => null,
}

function energyInterval(
  { telemetry }: RunSummary,
  kind: 'total' | 'output' | 'good',
): Interval | null {
  return telemetry?.gpu?.energyPerToken?.[kind]?.interval ?? null
}

function within(value: number, { low, high }: Interval): Interval {
  return { low: value * low, high: value * high }
}

/** The faster, the cheaper. */
function costWithin(value: number, { low, high }: Interval): Interval {
  return { low: value / high, high: value / low }
}

/** Where requests are not known one by one, their number bounds what chance does: as if each came by itself. */
function throughputFactors({ certainty, completed }: RunSummary): ThroughputCertainty {
  if (certainty?.throughput) return certainty.throughput
  const requests = factorsOf(1 / Math.max(1, completed))
  // Outputs vary by no more than their mean where they end at random.
  const tokens = factorsOf(2 / Math.max(1, completed))
  return { requests, outputTokens: tokens, totalTokens: tokens }
}

function factorsOf(variance: number): Interval {
  const reach = 1.96 * Math.sqrt(variance)
  return { low: Math.exp(-reach), high: Math.exp(reach) }
}

/** The rate of requests, however they ended, by the share of them that was good. */
function goodputInterval(summary: RunSummary, value: number): Interval | null {
  const { durationS, completed, failed, rejected, clientCancelled, certainty } = summary
  const ended = completed + (failed ?? 0) + (rejected ?? 0) + (clientCancelled ?? 0)
  const rate = ended / durationS
  const requests = intervals.requests(summary, rate)
  const share = certainty?.goodShare ?? null
  if (requests === null || share === null || rate === 0) return null
  return productInterval(
    { value: rate, interval: requests },
    { value: value / rate, interval: share },
  )
}
