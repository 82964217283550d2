// The two things a server may be asked for, and what each has to be measured by.
import { metricNames, type MetricName, type ReportableMetricName } from '../fields/report-fields.ts'

/** Text that is generated, or vectors and scores that are read off a prompt. */
export const taskNames = ['generation', 'pooling'] as const

export type TaskName = (typeof taskNames)[number]

export type ThroughputName = 'outputThroughput' | 'requestThroughput'

export type TaskTraits = Readonly<{
  /** Latencies reported where nobody asks for others. */
  usualMetrics: readonly ReportableMetricName[]
  /** Latencies its answers have, the one to look at first in front; so with the next. */
  metrics: readonly [MetricName, ...MetricName[]]
  /** What a server is to have much of. */
  throughputs: readonly [ThroughputName, ...ThroughputName[]]
}>

export const taskTraits: Readonly<Record<TaskName, TaskTraits>> = {
  generation: {
    usualMetrics: ['ttft', 'tpot', 'itl'],
    metrics: metricNames,
    throughputs: ['outputThroughput', 'requestThroughput'],
  },
  pooling: { usualMetrics: ['e2el'], metrics: ['e2el'], throughputs: ['requestThroughput'] },
}
