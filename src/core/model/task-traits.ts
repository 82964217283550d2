// The two things a server may be asked for, and what each has to be measured by.
import type { ReportableMetricName } from './fields/report-fields.ts'

/** Text that is generated, or vectors and scores that are read off a prompt. */
export const taskNames = ['generation', 'pooling'] as const

export type TaskName = (typeof taskNames)[number]

export type TaskTraits = Readonly<{
  /** Latencies reported where nobody asks for others. */
  usualMetrics: readonly ReportableMetricName[]
  /** What a server is to have much of. */
  throughput: 'outputThroughput' | 'requestThroughput'
}>

export const taskTraits: Readonly<Record<TaskName, TaskTraits>> = {
  generation: {
    usualMetrics: ['ttft', 'tpot', 'itl'],
    throughput: 'outputThroughput',
  },
  pooling: { usualMetrics: ['e2el'], throughput: 'requestThroughput' },
}
