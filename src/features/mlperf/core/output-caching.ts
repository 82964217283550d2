// Audit of cached outputs (MLPerf's TEST04): a server that returns stored responses is faster if one prompt is repeated.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { MeasuredRun } from '#core/model/run/run.ts'
import { heldBy } from '#core/traits/load-traits.ts'

/** Tolerances: speed-up of repeated prompts, and missing part of a run. */
export const cachingTolerance = 0.1

/** Reasons that two runs are not an audit. */
export type NoAudit = 'load' | 'distinct' | 'known' | 'repeated' | 'different'

export type CachingAudit = Readonly<{
  verdict: 'passed' | 'cached' | 'incomplete'
  /** Requests per second of distinct prompts and of the repeated one. */
  distinctPerS: number
  repeatedPerS: number
  /** Repeated ÷ distinct; NaN if unmeasured. */
  factors: Readonly<{ requests: number; ttft: number; tpot: number; outputTokens: number }>
}>

/** Why the runs are not an audit; null if they are: the same closed loop, with distinct prompts and with one prompt. */
export function noAudit(distinct: MeasuredRun, repeated: MeasuredRun): NoAudit | null {
  const isClosedLoop = ({ config }: MeasuredRun) =>
    config.requestRate === 'inf' && config.maxConcurrency !== null && heldBy(config) === 'inFlight'
  if (![distinct, repeated].every(isClosedLoop)) return 'load'
  const { numPrompts } = distinct.config
  if (numPrompts === 1 || sentOf(distinct) > numPrompts) return 'distinct'
  if (judgeRun(distinct)?.reasons.some(({ code }) => code === 'cache-polluted')) return 'known'
  if (repeated.config.numPrompts !== 1 || sentOf(repeated) < 2) return 'repeated'
  const subject = ({ serverName, baseUrl, facts, config }: MeasuredRun) =>
    JSON.stringify([
      serverName ?? baseUrl,
      facts?.model ?? config.model,
      config.datasetName,
      config.maxConcurrency,
    ])
  return subject(distinct) === subject(repeated) ? null : 'different'
}

export function cachingAudit(distinct: MeasuredRun, repeated: MeasuredRun): CachingAudit {
  const [one, other] = [distinct.summary, repeated.summary]
  const isIncomplete = (run: MeasuredRun) =>
    run.summary.completed < (1 - cachingTolerance) * sentOf(run)
  const requests = other.requestThroughput / one.requestThroughput
  const ran = requests < 1 + cachingTolerance ? 'passed' : 'cached'
  const tokensOf = ({ totalOutputTokens, completed }: MeasuredRun['summary']) =>
    (totalOutputTokens ?? NaN) / completed
  return {
    verdict: [distinct, repeated].some(isIncomplete) ? 'incomplete' : ran,
    distinctPerS: one.requestThroughput,
    repeatedPerS: other.requestThroughput,
    factors: {
      requests,
      ttft: other.metrics.ttft.mean / one.metrics.ttft.mean,
      tpot: other.metrics.tpot.mean / one.metrics.tpot.mean,
      outputTokens: tokensOf(other) / tokensOf(one),
    },
  }
}

function sentOf({ summary }: MeasuredRun): number {
  return summary.completed + (summary.failed ?? 0) + (summary.rejected ?? 0)
}
