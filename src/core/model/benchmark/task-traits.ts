// The two things a server may be asked for, and what each has to be measured by.
import { scalarOf, scalarsWith, type ScalarWith } from '#core/metrics/scalar-names.ts'
import {
  latenciesWith,
  latencyOf,
  metricNames,
  type MetricName,
  type ReportableMetricName,
} from '#core/metrics/latencies.ts'

/** Text that is generated, or vectors and scores that are read off a prompt. */
export const taskNames = ['generation', 'pooling'] as const

export type TaskName = (typeof taskNames)[number]

/** Those with a column in tables of runs. */
export type ThroughputName = ScalarWith<'column'>

export type TaskTraits = Readonly<{
  /** Latencies reported where nobody asks for others. */
  usualMetrics: readonly ReportableMetricName[]
  /** Latencies its answers have, the one to look at first in front; so with the next. */
  metrics: readonly [MetricName, ...MetricName[]]
  /** What a server is to have much of. */
  throughputs: readonly [ThroughputName, ...ThroughputName[]]
}>

function others(first: ThroughputName, lacking: TaskName = 'pooling'): ThroughputName[] {
  return scalarsWith('column').filter((name) => name !== first && scalarOf(name).task !== lacking)
}
/** Without the times of tokens. */
const timeless = metricNames.filter((name) => latencyOf(name).applies === 'always')

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
