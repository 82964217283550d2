// Whether a run keeps the limits of its sweep, and by how much. Formulas: docs/measuring.md.
import { message, type Message } from '#core/messages/message.ts'
import { latencyOf, metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { LatencyLimit, ShareLimit, SweepLimit } from '../model/sweep/sweep-limit.ts'
import { figureOf } from '../stats/figure-of.ts'
import { concludedRequests, genuineFailures } from '../stats/genuine-failures.ts'

/** Why a run cannot show whether a limit held. */
type LimitLack =
  'percentile' | 'values' | 'answers' | 'goodput' | 'failures' | 'reasoningShare' | 'cachedShare'

export type LimitOutcome = Readonly<{
  limit: SweepLimit
  /** A latency in ms, or a share 0–1; null where the run lacks it, or completed nothing. */
  value: number | null
  /** Null where the run lacks it. */
  held: boolean | null
  /** Room left: of a latency in shares of its limit, else the difference of the shares. Below 0 where it is broken. */
  margin: number | null
  lack: LimitLack | null
}>

type JudgedPoint = Readonly<{ summary: RunSummary }>

/** What to do about each lack when composing the sweep. */
export function lackRemedy(lack: LimitLack): Message {
  return message(`sweeps.lack.${lack}`)
}

/** One per limit, in their order. */
export function limitOutcomes(limits: readonly SweepLimit[], run: JudgedPoint): LimitOutcome[] {
  return limits.map((limit) => ({ limit, ...outcomeOf(limit, run) }))
}

/** The benchmark asks for every percentile that a limit speaks of. */
export function withNeededPercentiles<Config extends Pick<BenchmarkConfig, 'metricPercentiles'>>(
  config: Config,
  limits: readonly SweepLimit[],
): Config {
  const needed = limitPercentiles(limits)
  const asked = config.metricPercentiles
  const missing = [...new Set(needed)].filter((percentile) => !asked.includes(percentile))
  return missing.length === 0 ? config : { ...config, metricPercentiles: [...asked, ...missing] }
}

/** Those that limits are set on, in their order. */
export function limitPercentiles(limits: readonly SweepLimit[]): number[] {
  return limits.flatMap((limit) => (limit.kind === 'latency' ? (limit.percentile ?? []) : []))
}

type Outcome = Omit<LimitOutcome, 'limit'>

function outcomeOf(limit: SweepLimit, { summary }: JudgedPoint): Outcome {
  switch (limit.kind) {
    case 'latency':
      return latencyOutcome(limit, summary)
    case 'errors':
      return shareOutcome(failedShare(summary), 'failures', (share) => limit.mostShare - share)
    case 'goodput':
      return shareOutcome(goodShare(summary), 'goodput', (share) => share - limit.leastShare)
    case 'reasoningShare':
      return shareOutcome(summary.reasoningShare, limit.kind, (share) => limit.mostShare - share)
    case 'cachedShare':
      return shareOutcome(summary.cachedShare, limit.kind, (share) => share - limit.leastShare)
  }
}

/** A run without an answer keeps no limit on how long answers take. */
function latencyOutcome(
  { metric, percentile, mostMs }: LatencyLimit,
  summary: RunSummary,
): Outcome {
  const { completed, metrics } = summary
  if (completed === 0) return broken
  const value = figureOf(metrics[metric], percentile)
  if (countsRejected({ metric, percentile }, summary)) return broken
  if (value === null) return lacking(metrics[metric].count === 0 ? 'values' : 'percentile')
  if (lacksAnswers({ metric, percentile }, summary)) return lacking('answers')
  return { value, held: value <= mostMs, margin: 1 - value / mostMs, lack: null }
}

/** Whatever the values of what completed. */
const broken: Outcome = { value: null, held: false, margin: null, lack: null }

/** Requests that were rejected on every attempt belong beyond every percentile of a latency with retries, and in no mean. */
function countsRejected(
  { metric, percentile }: Pick<LatencyLimit, 'metric' | 'percentile'>,
  { rejected, completed }: RunSummary,
): boolean {
  if (latencyOf(metric).applies !== 'retried' || !rejected) return false
  return rejected / (rejected + completed) > 1 - (percentile ?? 100) / 100
}

/** Responses that ended before an answer belong beyond every percentile; a mean with them has no value. */
function lacksAnswers(
  { metric, percentile }: Pick<LatencyLimit, 'metric' | 'percentile'>,
  { metrics, unanswered }: RunSummary,
): boolean {
  if (latencyOf(metric).applies !== 'reasoning' || !unanswered) return false
  const share = unanswered / (unanswered + (metrics[metric].count ?? 0))
  return share > 1 - (percentile ?? 100) / 100
}

function shareOutcome(
  value: number | null,
  lack: LimitLack,
  marginOf: (share: number) => number,
): Outcome {
  if (value === null) return lacking(lack)
  const margin = marginOf(value)
  return { value, held: margin >= 0, margin, lack: null }
}

function lacking(lack: LimitLack): Outcome {
  return { value: null, held: null, margin: null, lack }
}

/** Null where not counted; 0 where nothing was sent. */
export function failedShare(summary: RunSummary): number | null {
  const failed = genuineFailures(summary)
  if (failed === null) return null
  return failed === 0 ? 0 : failed / concludedRequests(summary)
}

/** Null where no goal was set. Rounded to whole requests, because goodput is stored per second. */
function goodShare(summary: RunSummary): number | null {
  const { requestGoodput, durationS } = summary
  const requests = concludedRequests(summary)
  if (requestGoodput === null || requests === 0) return requestGoodput === null ? null : 0
  return Math.round(requestGoodput * durationS) / requests
}

// Limits as people say them: `p95 ttft <= 300 ms`, `errors <= 1 %`, `goodput >= 90 %`.

/** How a limit is written: shown where none could be read. */
export const limitExamples = message('sweeps.limitForm')

/** The way back from `limitText`; null for what is no limit. */
export function parseLimit(text: string): SweepLimit | null {
  return shareLimit(text) ?? latencyLimit(text)
}

export function limitText(limit: SweepLimit): string {
  switch (limit.kind) {
    case 'latency':
      return `${statisticName(limit.percentile)} ${limit.metric} <= ${limit.mostMs} ms`
    default:
      return `${shareNames[limit.kind]} ${isLeast(limit) ? '>=' : '<='} ${shareText(boundOf(limit))}`
  }
}

/** As they are written. */
export const shareNames: Readonly<Record<ShareLimit['kind'], string>> = {
  errors: 'errors',
  goodput: 'goodput',
  reasoningShare: 'reasoning-share',
  cachedShare: 'cached-share',
}

/** The share is a lower bound. */
export function isLeast(limit: ShareLimit): boolean {
  return 'leastShare' in limit
}

export function boundOf(limit: ShareLimit): number {
  return 'leastShare' in limit ? limit.leastShare : limit.mostShare
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
const share = /^(errors|goodput|reasoning[-_ ]share|cached[-_ ]share)\s*(<=|≤|<|>=|≥|>)\s*(.+)$/i

const shareLimits: Readonly<Record<string, (share: number) => ShareLimit>> = {
  errors: (mostShare) => ({ kind: 'errors', mostShare }),
  goodput: (leastShare) => ({ kind: 'goodput', leastShare }),
  'reasoning-share': (mostShare) => ({ kind: 'reasoningShare', mostShare }),
  'cached-share': (leastShare) => ({ kind: 'cachedShare', leastShare }),
}

function shareLimit(text: string): SweepLimit | null {
  const [, name, sign = '', value = ''] = share.exec(text.trim()) ?? []
  const parsed = parseShare(value)
  if (name === undefined || parsed === null) return null
  const limit = shareLimits[name.toLowerCase().replace(/[_ ]/, '-')]?.(parsed) ?? null
  return limit !== null && isLeast(limit) === /^[>≥]/.test(sign) ? limit : null
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
