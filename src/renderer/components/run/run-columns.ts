// The numbers in the table of runs, one column each.
import type { MetricName } from '#core/model/benchmark-config.ts'
import type { Run } from '#core/model/run.ts'
import type { TextKey } from '../../i18n/texts.ts'
import { measuredThroughput, medianMs, percentileMs } from './run-numbers.ts'

type ColumnHead = Readonly<{ id: string; head: TextKey }>

export type RunNumberColumn = ColumnHead &
  Readonly<{
    value: (run: Run) => number | null
    /** Before the head of a latency; latencies of one column share a unit. */
    statistic: 'p50' | 'p99' | null
  }>

const throughputColumns: readonly RunNumberColumn[] = [
  {
    id: 'requestThroughput',
    head: 'results.requestThroughput',
    value: (run) => measuredThroughput(run, 'requestThroughput'),
    statistic: null,
  },
  {
    id: 'outputThroughput',
    head: 'results.outputThroughput',
    value: (run) => measuredThroughput(run, 'outputThroughput'),
    statistic: null,
  },
]

function latencyColumns(metric: MetricName): RunNumberColumn[] {
  const head = `charts.metric.${metric}` as const
  return [
    { id: `${metric}-p50`, head, value: (run) => medianMs(run, metric), statistic: 'p50' },
    {
      id: `${metric}-p99`,
      head,
      value: (run) => percentileMs(run, { metric, percentile: 99 }),
      statistic: 'p99',
    },
  ]
}

export const runNumberColumns: readonly RunNumberColumn[] = [
  ...throughputColumns,
  ...latencyColumns('ttft'),
  ...latencyColumns('tpot'),
  ...latencyColumns('e2el'),
]
