// Loads, limits and values in an answer: three significant digits, each with its unit.
import { formatNumber, plainSpaces, withUnit } from '#core/base/numbers.ts'
import { listed, message, type Message, type Text } from '#core/messages/message.ts'
import {
  figureTraits,
  inItsUnit,
  isLatency,
  type LimitMetric,
  type MetricStatistic,
} from '#core/metrics/figures.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { SweepLimit, SweepPlan } from '#core/model/sweep.ts'
import type { LatencyStatistic } from '#core/judgement/known-figures.ts'
import { plainNumber } from '#core/judgement/client-verdict.ts'
import { heldText, rateText } from '#core/sweep/knee-text.ts'
import { boundText } from '../sweep/limit-text.ts'

type SearchPlan = Pick<SweepPlan, 'search' | 'config'>

/** `9.7 req/s`, `32 in flight`, `24 concurrent agents` */
export function searchedText({ search, config }: SearchPlan, load: number): Message {
  return search?.over === 'maxConcurrency'
    ? heldText(heldBy(config), load)
    : rateText(plainNumber(load), heldBy(config))
}

/** `9.1–10.2` */
export function intervalText({ low, high }: Readonly<{ low: number; high: number }>): Message {
  return message('answers.interval', { low: plainNumber(low), high: plainNumber(high) })
}

/** `p99 TTFT ≤ 500 ms, error rate ≤ 1 %` */
export function limitsText(limits: readonly SweepLimit[]): Text {
  return listed(
    limits.map((limit) =>
      message('answers.limit', { name: limitName(limit), bound: bound(limit) }),
    ),
  )
}

/** Spelling within a sentence: "p95 TTFT", "energy per output token". */
export function limitName({ name, percentile }: MetricStatistic): Message {
  return isLatency(name) ? latencyName({ metric: name, percentile }) : message(`figure.${name}`)
}

export function latencyName({ metric: name, percentile }: LatencyStatistic): Message {
  const metric = latencyLabels[name]
  return percentile === null
    ? message('searches.limit.mean', { metric })
    : message('searches.limit.percentile', { percentile, metric })
}

/** Value in s from 1000 ms on. */
function latencyText(ms: number): string {
  return ms >= 1000 ? `${formatNumber(ms / 1000)} s` : `${formatNumber(ms)} ms`
}

/** Value with its unit: `341 ms`, `2.4 %`, `2.31 J/tok`. */
export function figureValue(name: LimitMetric, value: number): string {
  const { family, unit } = figureTraits[name]
  if (family === 'latency' && unit !== '') return latencyText(value)
  if (family === 'share') return plainSpaces(withUnit(formatNumber(100 * value), '%'))
  return plainSpaces(withUnit(formatNumber(inItsUnit(name, value)), unit))
}

function bound({ name, bound: value }: SweepLimit): string {
  const sign = figureTraits[name].lowerIsBetter ? '≤' : '≥'
  const isSeconds = figureTraits[name].unit === 'ms' && value >= 1000
  return `${sign} ${isSeconds ? `${value / 1000} s` : boundText({ name, bound: value })}`
}
