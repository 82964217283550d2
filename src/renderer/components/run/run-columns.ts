// The numbers of runs as columns of a table: those of all runs, and those of a sweep's points.
import type { MetricName } from '#core/model/fields/report-fields.ts'
import type { RunBrief } from '#core/model/run-brief.ts'
import type { ThroughputName } from '#core/model/task-traits.ts'
import { tailPercentiles } from '#core/stats/tail-percentiles.ts'
import { latencyFormat, latencyUnit } from '../../format/latency-unit.ts'
import { formatNumber } from '../../format/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { measuredThroughput, medianMs, percentileMs } from './run-numbers.ts'

type RunNumber = Readonly<{
  id: string
  value: (run: RunBrief) => number | null
  /** What a latency is; null for throughput. */
  latency: Readonly<{ metric: MetricName; statistic: string }> | null
}>

const throughputs = ['requestThroughput', 'outputThroughput'] as const
const latencies = ['ttft', 'tpot', 'e2el'] as const

function throughput(name: ThroughputName): RunNumber {
  return { id: name, value: (run) => measuredThroughput(run, name), latency: null }
}

function latency(metric: MetricName, percentile: number): RunNumber {
  const value = remembered((run) =>
    percentile === 50 ? medianMs(run, metric) : percentileMs(run, { metric, percentile }),
  )
  const statistic = `p${percentile}`
  return { id: `${metric}-${statistic}`, value, latency: { metric, statistic } }
}

/** A long table asks for the same numbers at every key of a search. */
function remembered(value: RunNumber['value']): RunNumber['value'] {
  const known = new WeakMap<RunBrief, number | null>()
  return (run) => {
    const before = known.get(run)
    if (before !== undefined) return before
    const now = value(run)
    known.set(run, now)
    return now
  }
}

/** Made once, so that what they remember stays. */
const numbers = new Map<string, RunNumber>(throughputs.map((name) => [name, throughput(name)]))

/** Throughput, then each latency's median and the percentiles beyond it that the runs were asked for. */
function runNumbers(runs: readonly Pick<RunBrief, 'config'>[]): RunNumber[] {
  const tails = tailPercentiles(runs.map(({ config }) => config.metricPercentiles))
  const ids = latencies.flatMap((metric) => [50, ...tails].map((tail) => `${metric}-p${tail}`))
  return [...throughputs, ...ids].flatMap((id) => runNumber(id) ?? [])
}

/** By its column; null for what is no number of a run. */
export function runNumber(id: string): RunNumber | null {
  const known = numbers.get(id)
  if (known !== undefined) return known
  const [, name, percentile] = /^(\w+)-p(\d+(?:\.\d+)?)$/.exec(id) ?? []
  const metric = latencies.find((each) => each === name)
  if (metric === undefined) return null
  const made = latency(metric, Number(percentile))
  numbers.set(id, made)
  return made
}

export type RunColumn = Readonly<{
  id: string
  head: string
  /** Second line of the head: the statistic and the unit. */
  detail: string
  value: (run: RunBrief) => number | null
  format: (value: number | null | undefined) => string
  /** Of the exact value. */
  unit: string
}>

/** Latencies of a metric share the unit that suits the largest of them. */
export function runColumns(runs: readonly RunBrief[], t: Translate): RunColumn[] {
  const shown = runNumbers(runs)
  return shown.map(({ id, value, latency }) => {
    if (latency === null) {
      const [head, detail] =
        id === 'requestThroughput' ? [t('results.done'), 'req/s'] : [t('results.output'), 'tok/s']
      return { id, head, detail, value, format: formatNumber, unit: detail }
    }
    const alike = shown.filter((number) => number.latency?.metric === latency.metric)
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
