// A row of the form for a limit of a file: `p95 ttft <= 500 ms`.
import {
  boundSign,
  figureTraits,
  figureWord,
  figureWords,
  inItsUnit,
  isLatency,
  type LimitMetric,
  parseFigureWords,
} from '#core/metrics/figures.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '#core/model/sweep.ts'

export const usualStatistics = ['p50', 'p90', 'p95', 'p99', 'mean'] as const

export const freshLimit = 'p95 ttft <= 500 ms'

export type LimitRow = Readonly<{
  name: LimitMetric
  /** `p95` or `mean`; only for latencies. */
  statistic: string
  /** Text before the unit. */
  value: string
}>

/** Unit beside the value. */
export function limitUnit(name: LimitMetric): string {
  const { family, unit } = figureTraits[name]
  return family === 'share' ? '%' : unit
}

/** Inverse of `limitOfRow`. */
export function limitRow(limit: string): LimitRow {
  const [, words = '', bound = ''] = /^([^<>]+) [<>]= ([^]*)$/.exec(limit) ?? []
  const { name, percentile } = parseFigureWords(words) ?? { name: 'ttft' as const, percentile: 95 }
  const end = ` ${limitUnit(name)}`
  return {
    name,
    statistic: statisticName(isLatency(name) ? percentile : 95),
    value: bound.endsWith(end) ? bound.slice(0, -end.length) : bound,
  }
}

export function limitOfRow({ name, statistic, value }: LimitRow): string {
  const words = isLatency(name) ? `${statistic} ${name}` : figureWord(name)
  return `${words} ${boundSign(name)} ${value} ${limitUnit(name)}`
}

/** Limit in the unit of the form. */
export function limitInForm({ name, percentile, bound }: SweepLimit): string {
  const isShare = figureTraits[name].family === 'share'
  const value = isShare ? Number((bound * 100).toPrecision(12)) : inItsUnit(name, bound)
  return `${figureWords({ name, percentile })} ${boundSign(name)} ${value} ${limitUnit(name)}`
}
