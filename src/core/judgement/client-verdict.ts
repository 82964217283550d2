// Whether the figures of this client are credible, from its own monitoring. Limits: docs/measuring/client.md.
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { LiveClient, Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { trueMinus } from '#core/base/true-minus.ts'

export type MonitoredRun = Readonly<{
  summary: Pick<RunSummary, 'client' | 'metrics'>
  config: Pick<Run['config'], 'requestRate'>
}>

const clientGrades = ['fine', 'strained', 'invalid'] as const
export type ClientGrade = (typeof clientGrades)[number]

export const clientCriteria = ['ttftError', 'sendLag', 'paceError', 'keptRate', 'pause'] as const
export type ClientCriterion = (typeof clientCriteria)[number]

/** Deciding criterion, its number, and the limit it broke or came closest to. */
export type DecidingNumber = Readonly<{
  criterion: ClientCriterion
  value: number
  limit: number
  /** Shares are of 1. */
  unit: 'ms' | 'share'
  /** Whether the requests are so few that the 99th percentile is the latest one. */
  isOfOne?: true
}>

/** Probable error of the reported figures in ms. */
export type ErrorEstimate = Readonly<{
  /** Excess of the reported TTFT over the truth: on average, and at most for 99 of 100 requests. */
  ttftMeanMs: number
  ttftP99Ms: number
  /** Largest error of 99 of 100 gaps, in either direction; the mean of gaps is unbiased. */
  itlP99Ms: number
}>

export type ClientVerdict = Readonly<{
  grade: ClientGrade
  decidedBy: DecidingNumber
  /** Null for runs of versions that did not monitor their reads. */
  error: ErrorEstimate | null
}>

type Criterion = Readonly<{
  unit: DecidingNumber['unit']
  /** Limits are exceeded above these values, or below them if less is worse. */
  strained: number
  invalid: number
  /** Relaxes `invalid` for long latencies, of which the error is a small share. */
  invalidFor?: (run: MonitoredRun) => number
  lessIsWorse?: true
  /** If invalid, it explains other criteria that are invalid too. */
  explainsOthers?: true
  /** Null if it does not apply or was not monitored. */
  valueOf(client: ClientHealth, run: MonitoredRun): number | null
}>

/** With fewer requests, 1 % of them is not one. */
const fewestForPercent = 100

/** A client that was suspended for longer is invalid, regardless of its other figures. */
const longestPauseMs = 2000

/** Errors below this do not matter, however short the latencies. */
const negligibleMs = 1

/** Share of the mean TTFT: lateness of 1 % of requests up to it changes no figure that decides anything. */
const latenessShare = 0.1

const criteria: Readonly<Record<ClientCriterion, Criterion>> = {
  ttftError: {
    unit: 'share',
    strained: 0.1,
    invalid: 0.25,
    valueOf: ({ firstTokenLagMeanUs, loopLagMeanUs = 0 }, { summary }) =>
      shareOf(
        firstTokenLagMeanUs === null ? null : Math.max(firstTokenLagMeanUs, loopLagMeanUs),
        summary.metrics.ttft.mean,
      ),
  },
  sendLag: {
    unit: 'ms',
    strained: 10,
    invalid: 100,
    // A late arrival shifts its own wait and its neighbours’ waits by no more than it is late.
    invalidFor: ({ summary }) => latenessShare * summary.metrics.ttft.mean,
    // At rate inf all requests are due at once, so the last of them is late by design.
    valueOf: ({ sendLagP99Us }, { config }) =>
      config.requestRate === 'inf' ? null : sendLagP99Us / 1000,
  },
  paceError: {
    unit: 'ms',
    strained: 10,
    invalid: 100,
    valueOf: ({ paceErrorP99Us }) => (paceErrorP99Us === undefined ? null : paceErrorP99Us / 1000),
  },
  keptRate: {
    unit: 'share',
    strained: 0.99,
    invalid: 0.95,
    lessIsWorse: true,
    valueOf: ({ keptRateShare }) => keptRateShare,
  },
  pause: {
    // Suspended: data that arrived meanwhile was read on waking, and nothing was sent.
    unit: 'ms',
    strained: 1000,
    invalid: longestPauseMs,
    explainsOthers: true,
    valueOf: ({ loopDelayMaxUs }) => loopDelayMaxUs / 1000,
  },
}

/** Null if the client was not monitored. */
export function clientVerdict(run: MonitoredRun): ClientVerdict | null {
  const { client } = run.summary
  if (client === null) return null
  const judged = clientCriteria.flatMap((name) => judgedBy(name, client, run))
  const worst = judged.toSorted((a, b) => b.severity - a.severity)[0]
  if (worst === undefined) return null
  return { grade: worst.grade, decidedBy: worst.number, error: errorEstimate(client) }
}

type LiveRun = Readonly<{
  client: LiveClient
  config: MonitoredRun['config']
}>

/** Grade of a run in progress, by its latest samples. */
export function liveClientGrade({ client, config }: LiveRun): ClientGrade {
  const lateMs = config.requestRate === 'inf' ? 0 : client.sendLagP99Us / 1000
  const { sendLag } = criteria
  if (lateMs > sendLag.invalid) return 'invalid'
  return lateMs > sendLag.strained ? 'strained' : 'fine'
}

function errorEstimate(client: ClientHealth): ErrorEstimate | null {
  const { firstTokenLagMeanUs, firstTokenLagP99Us, readLagP99Us } = client
  if (firstTokenLagMeanUs === null || firstTokenLagP99Us === null || readLagP99Us === null)
    return null
  return {
    ttftMeanMs: firstTokenLagMeanUs / 1000,
    ttftP99Ms: firstTokenLagP99Us / 1000,
    itlP99Ms: readLagP99Us / 1000,
  }
}

type CriterionGrade = Readonly<{ grade: ClientGrade; severity: number; number: DecidingNumber }>

/** Severity combines the grade with the used share of the limit, and so compares criteria with different units. */
function judgedBy(
  criterion: ClientCriterion,
  client: ClientHealth,
  run: MonitoredRun,
): CriterionGrade[] {
  const { unit, strained, invalid, invalidFor, lessIsWorse, explainsOthers, valueOf } =
    criteria[criterion]
  const value = valueOf(client, run)
  if (value === null) return []
  const exceeds = (limit: number) => (lessIsWorse ? value < limit : value > limit)
  const isFew = (run.summary.metrics.e2el.count ?? Infinity) < fewestForPercent
  const isOfOne = criterion === 'sendLag' && isFew
  // One late request shifts one arrival, which no figure shows.
  const most = isOfOne ? longestPauseMs : Math.max(invalid, invalidFor?.(run) ?? 0)
  const grade = exceeds(most) ? 'invalid' : exceeds(strained) ? 'strained' : 'fine'
  const limit = grade === 'invalid' ? most : strained
  const used = lessIsWorse ? (1 - value) / (1 - limit) : value / limit
  const cause = explainsOthers && grade === 'invalid' ? 1 : 0
  const severity = clientGrades.indexOf(grade) + used / (1 + used) + cause
  const one = isOfOne && { isOfOne: true as const }
  return [{ grade, severity, number: { criterion, value, limit, unit, ...one } }]
}

function shareOf(errorUs: number | null, latencyMs: number): number | null {
  if (errorUs === null || latencyMs === 0) return null
  return errorUs / 1000 < negligibleMs ? 0 : errorUs / 1000 / latencyMs
}

/**
 * Formats a figure of a sentence for the console and reports, in any language: three significant digits; integer digits are never
 * rounded.
 */
export function plainNumber(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return trueMinus(String(rounded))
}

export function plainShare(value: number): string {
  return `${plainNumber(value * 100)} %`
}

export function plainMs(value: number): string {
  return `${plainNumber(value)} ms`
}
