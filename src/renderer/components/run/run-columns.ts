// The numbers of runs as columns of a table: those of all runs, and those of a sweep's points.
import type { MetricName } from '#core/model/fields/report-fields.ts'
import type { Run } from '#core/model/run.ts'
import type { ThroughputName } from '#core/model/task-traits.ts'
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

function throughput(name: ThroughputName): RunNumber {
  return { id: name, value: (run) => measuredThroughput(run, name), latency: null }
}

function median(metric: MetricName): RunNumber {
  const value = remembered((run) => medianMs(run, metric))
  return { id: `${metric}-p50`, value, latency: { metric, statistic: 'p50' } }
}

function p99(metric: MetricName): RunNumber {
  const value = remembered((run) => percentileMs(run, { metric, percentile: 99 }))
  return { id: `${metric}-p99`, value, latency: { metric, statistic: 'p99' } }
}

/** A long table asks for the same numbers at every key of a search. */
function remembered(value: RunNumber['value']): RunNumber['value'] {
  const known = new WeakMap<Run, number | null>()
  return (run) => {
    const before = known.get(run)
    if (before !== undefined) return before
    const now = value(run)
    known.set(run, now)
    return now
  }
}

/** Throughput, then the median and p99 of the latencies named. */
export function numbersOf(
  metrics: readonly MetricName[],
  throughputs: readonly ThroughputName[] = ['requestThroughput', 'outputThroughput'],
): RunNumber[] {
  return [
    ...throughputs.map(throughput),
    ...metrics.flatMap((metric) => [median(metric), p99(metric)]),
  ]
}

export const runNumbers: readonly RunNumber[] = numbersOf(['ttft', 'tpot', 'e2el'])

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

/** Latencies of a metric share the unit that suits the largest of them. */
export function runColumns(
  runs: readonly Run[],
  numbers: readonly RunNumber[],
  t: Translate,
): RunColumn[] {
  return numbers.map(({ id, value, latency }) => {
    if (latency === null) {
      const [head, detail] =
        id === 'requestThroughput' ? [t('results.done'), 'req/s'] : [t('results.output'), 'tok/s']
      return { id, head, detail, value, format: formatNumber, unit: detail }
    }
    const alike = numbers.filter((number) => number.latency?.metric === latency.metric)
    const unit = latencyUnit(alike.flatMap((number) => runs.map(number.value)))
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
