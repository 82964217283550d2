// The two kinds of work a server does, and the metrics of each.
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import { scalarOf, scalarsWith, type ScalarWith } from '#core/metrics/scalar-names.ts'
import {
  latenciesWith,
  latencyOf,
  type MetricName,
  metricNames,
  type ReportableMetricName,
} from '#core/metrics/latencies.ts'
import { madeKinds } from '#core/records/made-kind.ts'

/** Generating text, or computing vectors and scores of a prompt. */
export type TaskName = 'generation' | 'pooling'

/** Scalars with a column in tables of runs. */
export type ThroughputName = ScalarWith<'column'>

export type TaskTraits = Readonly<{
  /** Latencies reported without `--percentile-metrics`. */
  usualMetrics: readonly ReportableMetricName[]
  /** Latencies of its responses, the main one first. */
  metrics: readonly [MetricName, ...MetricName[]]
  /** Scalars of tables and curves, the main one first. */
  throughputs: readonly ['outputThroughput' | 'requestThroughput', ...ThroughputName[]]
}>

function others(first: ThroughputName, lacking: TaskName = 'pooling'): ThroughputName[] {
  return scalarsWith('column').filter((name) => name !== first && scalarOf(name).task !== lacking)
}

/** Metrics that need no token times. */
const timeless = metricsThatApply('always', 'retried')

function metricsThatApply(...cases: readonly LatencyMetric['applies'][]): MetricName[] {
  return metricNames.filter((name) => cases.includes(latencyOf(name).applies))
}

/** Audio, images and video: responses without tokens. */
export const mediaTraits: TaskTraits = {
  usualMetrics: ['e2el'],
  metrics: [
    'e2el',
    ...timeless.filter((name) => name !== 'e2el'),
    ...metricsThatApply(...madeKinds),
  ],
  throughputs: ['requestThroughput', ...others('requestThroughput', 'generation')],
}

export const taskTraits: Readonly<Record<TaskName, TaskTraits>> = {
  generation: {
    usualMetrics: latenciesWith('isUsual'),
    metrics: ['ttft', ...metricNames.filter((name) => name !== 'ttft')],
    throughputs: ['outputThroughput', ...others('outputThroughput')],
  },
  pooling: {
    usualMetrics: ['e2el'],
    metrics: ['e2el', ...timeless.filter((name) => name !== 'e2el')],
    throughputs: ['requestThroughput', ...others('requestThroughput', 'generation')],
  },
}
