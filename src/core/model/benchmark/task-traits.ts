// The two kinds of work a server does, and the metrics of each.
import { scalarOf, scalarsWith, type ScalarWith } from '#core/metrics/scalar-names.ts'
import {
  latenciesWith,
  latencyOf,
  type MetricName,
  metricNames,
  type ReportableMetricName,
} from '#core/metrics/latencies.ts'

/** Generating text, or computing vectors and scores of a prompt. */
export type TaskName = 'generation' | 'pooling'

/** Those with a column in tables of runs. */
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

/** Without the times of tokens. */
const timeless = metricNames.filter((name) =>
  ['always', 'retried'].includes(latencyOf(name).applies),
)

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
