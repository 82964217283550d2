// The numbers of runs as columns of a table: those of all runs, and those of a sweep's points.
import type { MetricName } from '#core/model/benchmark-config.ts'
import type { Run } from '#core/model/run.ts'
import { latencyFormat, latencyUnit } from '../../format/latency-unit.ts'
import { formatNumber } from '../../format/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { measuredThroughput, medianMs, percentileMs } from './run-numbers.ts'

type RunNumber = Readonly<{
  id: string
  value: (run: Run) => number | null
  /** What a latency is; null for throughput. */
  latency: Readonly<{ metric: MetricName; statistic: 'p50' | 'p99' }> | null
}>

function throughput(name: 'requestThroughput' | 'outputThroughput'): RunNumber {
  return { id: name, value: (run) => measuredThroughput(run, name), latency: null }
}

function median(metric: MetricName): RunNumber {
  const value = (run: Run): number | null => medianMs(run, metric)
  return { id: `${metric}-p50`, value, latency: { metric, statistic: 'p50' } }
}

function p99(metric: MetricName): RunNumber {
  const value = (run: Run): number | null => percentileMs(run, { metric, percentile: 99 })
  return { id: `${metric}-p99`, value, latency: { metric, statistic: 'p99' } }
}

export const runNumbers: readonly RunNumber[] = [
  throughput('requestThroughput'),
  throughput('outputThroughput'),
  median('ttft'),
  p99('ttft'),
  median('tpot'),
  p99('tpot'),
  median('e2el'),
  p99('e2el'),
]

export type RunColumn = Readonly<{
  id: string
  head: string
  /** Second line of the head: the statistic and the unit. */
  detail: string
  value: (run: Run) => number | null
  format: (value: number | null | undefined) => string
  /** Of the exact value. */
  unit: string
}>

/** Latencies of a column share the unit that suits the largest of them. */
export function runColumns(runs: readonly Run[], t: Translate): RunColumn[] {
  return runNumbers.map(({ id, value, latency }) => {
    if (latency === null) {
      const [head, detail] =
        id === 'requestThroughput' ? [t('results.done'), 'req/s'] : [t('results.output'), 'tok/s']
      return { id, head, detail, value, format: formatNumber, unit: detail }
    }
    const unit = latencyUnit(runs.map(value))
    return {
      id,
      head: t(`charts.metric.${latency.metric}`),
      detail: `${latency.statistic} ${unit.symbol}`,
      value,
      format: latencyFormat(unit),
      unit: 'ms',
    }
  })
}
