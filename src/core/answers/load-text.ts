// Loads, limits and figures in an answer: three significant digits, each with its unit.
import { formatNumber } from '#core/format/numbers.ts'
import { listed } from '#core/messages/joined.ts'
import { message, type Message, type Text } from '#core/messages/message.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { heldBy } from '../model/benchmark/load-traits.ts'
import type { SweepLimit } from '../model/sweep/sweep-limit.ts'
import type { SweepPlan } from '../model/sweep/sweep.ts'
import { plainNumber } from '#core/judgement/client-verdict.ts'
import { heldText } from '../sweep/knee/knee-text.ts'
import { boundOf, isLeast, shareText } from '../sweep/limits.ts'

type Searched = Pick<SweepPlan, 'search' | 'config'>

/** `9.7 req/s`, `32 in flight`, `24 concurrent agents` */
export function searchedText({ search, config }: Searched, load: number): Message {
  return search?.over === 'maxConcurrency'
    ? heldText(heldBy(config), load)
    : message('sweeps.load.rate', { rate: plainNumber(load) })
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

/** As in "p95 TTFT". */
export function limitName(limit: SweepLimit): Message {
  if (limit.kind !== 'latency') return message(`searches.limit.${limit.kind}`)
  return latencyName(limit)
}

export function latencyName({
  metric: name,
  percentile,
}: Pick<Extract<SweepLimit, { kind: 'latency' }>, 'metric' | 'percentile'>): Message {
  const metric = latencyLabels[name]
  return percentile === null
    ? message('searches.limit.mean', { metric })
    : message('searches.limit.percentile', { percentile, metric })
}

/** In the unit of its magnitude. */
export function latencyText(ms: number): string {
  return ms >= 1000 ? `${formatNumber(ms / 1000)} s` : `${formatNumber(ms)} ms`
}

function bound(limit: SweepLimit): string {
  if (limit.kind !== 'latency') return `${isLeast(limit) ? '≥' : '≤'} ${shareText(boundOf(limit))}`
  const { mostMs } = limit
  return mostMs >= 1000 ? `≤ ${mostMs / 1000} s` : `≤ ${mostMs} ms`
}
