// A limit of a sweep in the words of the window: `p95 TTFT ≤ 300 ms`.
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import { boundOf, isLeast } from '#core/sweep/limits.ts'
import { formatShare } from '#core/format/numbers.ts'
import { formatLatency } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { statisticName } from './plots/shown-statistics.ts'

export function limitText(limit: SweepLimit, t: Translate): string {
  return `${limitName(limit, t)} ${limit.kind !== 'latency' && isLeast(limit) ? '≥' : '≤'} ${limitValue(limit)}`
}

function limitName(limit: SweepLimit, t: Translate): string {
  if (limit.kind !== 'latency') return t(`sweep.limits.${limit.kind}`)
  return `${statisticName(limit.percentile, t)} ${t(`charts.metric.${limit.metric}`)}`
}

function limitValue(limit: SweepLimit): string {
  if (limit.kind === 'latency') return formatLatency(limit.mostMs)
  return formatShare(boundOf(limit))
}
