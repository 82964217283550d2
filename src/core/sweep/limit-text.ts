// Limits as people say them: `p95 ttft <= 300 ms`, `errors <= 1 %`, `goodput >= 90 %`.
import { message } from '#core/messages/message.ts'
import { metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '../model/sweep/sweep-limit.ts'

/** How a limit is written, for anyone who wrote none. */
export const limitExamples = message('sweeps.limitForm')

/** The way back from `limitText`; null for what is no limit. */
export function parseLimit(text: string): SweepLimit | null {
  return shareLimit(text) ?? latencyLimit(text)
}

export function limitText(limit: SweepLimit): string {
  switch (limit.kind) {
    case 'latency':
      return `${statisticName(limit.percentile)} ${limit.metric} <= ${limit.mostMs} ms`
    case 'errors':
      return `errors <= ${shareText(limit.mostShare)}`
    case 'goodput':
      return `goodput >= ${shareText(limit.leastShare)}`
  }
}

/** `5 %`, or the plain share where no percentage is exactly it. */
export function shareText(share: number): string {
  const percent = Number((share * 100).toPrecision(12))
  return percent / 100 === share ? `${percent} %` : String(share)
}

/** Null where the text is neither a percentage nor a share of 0 to 1. */
export function parseShare(text: string): number | null {
  const [, digits, sign] = new RegExp(`^${number}\\s*(%?)$`).exec(text.trim()) ?? []
  if (digits === undefined) return null
  const share = sign === '%' ? Number(digits) / 100 : Number(digits)
  return share <= 1 ? share : null
}

const number = String.raw`(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)`
const metric = metricNames.join('|')
const latency = new RegExp(
  String.raw`^(?:(mean|median|p${number})\s+)(${metric})\s*(?:<=|≤|<)\s*${number}\s*(ms|s)$`,
  'i',
)
const share = /^(errors|goodput)\s*(<=|≤|<|>=|≥|>)\s*(.+)$/i

function shareLimit(text: string): SweepLimit | null {
  const [, name, sign = '', value = ''] = share.exec(text.trim()) ?? []
  const parsed = parseShare(value)
  if (name === undefined || parsed === null) return null
  const isLeast = /^[>≥]/.test(sign)
  if (name.toLowerCase() === 'errors') return isLeast ? null : { kind: 'errors', mostShare: parsed }
  return isLeast ? { kind: 'goodput', leastShare: parsed } : null
}

function latencyLimit(text: string): SweepLimit | null {
  const [, statistic, percentile, name, value, unit] = latency.exec(text.trim()) ?? []
  const metric = metricNames.find((known) => known === name?.toLowerCase())
  if (statistic === undefined || metric === undefined) return null
  const mostMs = Number(value) * (unit?.toLowerCase() === 's' ? 1000 : 1)
  const limit = {
    kind: 'latency',
    metric,
    percentile: percentileOf(statistic, percentile),
    mostMs,
  } as const
  return mostMs > 0 && (limit.percentile ?? 0) <= 100 ? limit : null
}

function percentileOf(statistic: string, digits: string | undefined): number | null {
  if (digits !== undefined) return Number(digits)
  return statistic.toLowerCase() === 'median' ? 50 : null
}
