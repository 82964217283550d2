// What runs are compared by: throughputs, failures, and each latency by its mean and percentiles, with what is known of
// how sure each is.
import { taskOf } from '#core/model/backend-traits.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { MetricName } from '#core/model/fields/report-fields.ts'
import { metricApplies } from '#core/model/metric-traits.ts'
import type { RunSummary } from '#core/model/run-summary.ts'
import type { KnownFigure } from '../certainty/difference.ts'
import { productInterval } from '../certainty/factor-interval.ts'
import type { Interval } from '../certainty/interval.ts'
import { shareInterval } from '../certainty/share-interval.ts'
import { figureOf } from '../figure-of.ts'

export const comparedThroughputs = [
  'outputThroughput',
  'requestThroughput',
  'inputsThroughput',
  'totalTokenThroughput',
  'requestGoodput',
] as const
export type ComparedThroughput = (typeof comparedThroughputs)[number]

export type FigureName = MetricName | ComparedThroughput | 'failedShare'

export type ComparableFigure = KnownFigure &
  Readonly<{
    name: FigureName
    /** Of a latency, 0–100; null is its mean, as it is for what is no latency. */
    percentile: number | null
    unit: 'perS' | 'ms' | 'share'
    lowerIsBetter: boolean
  }>

export type ComparableRun = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

/** What is no figure of a run is left out; one that answered nothing has its failures only. */
export function comparableFigures(run: ComparableRun): ComparableFigure[] {
  if (run.summary.completed === 0) return failures(run)
  return [...throughputs(run), ...latencies(run), ...failures(run)]
}

/** What makes two figures of two runs the same figure. */
export function figureKey({
  name,
  percentile,
}: Pick<ComparableFigure, 'name' | 'percentile'>): string {
  return `${name}/${percentile ?? 'mean'}`
}

type ThroughputTraits = Readonly<{
  of: 'any' | 'generation' | 'pooling'
  intervalOf: (summary: RunSummary, value: number) => Interval | null
}>

const throughputTraits: Readonly<Record<ComparedThroughput, ThroughputTraits>> = {
  outputThroughput: { of: 'generation', intervalOf: withinReach('outputTokens') },
  requestThroughput: { of: 'any', intervalOf: withinReach('requests') },
  inputsThroughput: { of: 'pooling', intervalOf: withinReach('requests') },
  totalTokenThroughput: { of: 'any', intervalOf: withinReach('requests') },
  requestGoodput: { of: 'any', intervalOf: goodputInterval },
}

function throughputs({ config, summary }: ComparableRun): ComparableFigure[] {
  const task = taskOf(config).throughputs.includes('outputThroughput') ? 'generation' : 'pooling'
  return comparedThroughputs.flatMap((name) => {
    const { of, intervalOf } = throughputTraits[name]
    const value = summary[name]
    if (value === null || (of !== 'any' && of !== task)) return []
    const interval = intervalOf(summary, value)
    return { name, percentile: null, unit: 'perS', lowerIsBetter: false, value, interval }
  })
}

function latencies({ config, summary }: ComparableRun): ComparableFigure[] {
  const percentiles = new Set([50, ...config.metricPercentiles])
  const asked = [null, ...[...percentiles].sort((a, b) => a - b)]
  const names = taskOf(config).metrics.filter((name) => metricApplies(name, config))
  return names.flatMap((name) =>
    asked.flatMap((percentile) => {
      const value = figureOf(summary.metrics[name], percentile)
      if (value === null) return []
      const interval = latencyInterval(summary, name, percentile)
      return { name, percentile, unit: 'ms', lowerIsBetter: true, value, interval } as const
    }),
  )
}

function latencyInterval(
  { certainty }: RunSummary,
  name: MetricName,
  asked: number | null,
): Interval | null {
  const found = certainty?.figures.find(
    ({ metric, percentile }) => metric === name && percentile === asked,
  )
  return found?.intervalMs ?? null
}

function failures({ summary: { completed, failed } }: ComparableRun): ComparableFigure[] {
  if (failed === null || completed + failed === 0) return []
  const all = completed + failed
  return [
    {
      ...{ name: 'failedShare', percentile: null, unit: 'share', lowerIsBetter: true },
      ...{ value: failed / all, interval: shareInterval(failed, all) },
    },
  ]
}

function withinReach(name: 'requests' | 'outputTokens'): ThroughputTraits['intervalOf'] {
  return ({ certainty }, value) => {
    const share = certainty?.throughputReach?.[name] ?? null
    return share === null ? null : { low: value * (1 - share), high: value * (1 + share) }
  }
}

/** The rate at which requests were answered or failed, by the share of them that was good. */
function goodputInterval({ certainty, ...summary }: RunSummary, value: number): Interval | null {
  const { durationS, completed, failed } = summary
  const rate = (completed + (failed ?? 0)) / durationS
  const reach = certainty?.throughputReach?.requests ?? null
  const share = certainty?.goodShare ?? null
  if (reach === null || share === null || rate === 0) return null
  const requests = { value: rate, interval: { low: rate * (1 - reach), high: rate * (1 + reach) } }
  return productInterval(requests, { value: value / rate, interval: share })
}
