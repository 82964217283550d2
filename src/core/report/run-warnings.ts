// Warnings about the responses of a run, each one sentence or none, and the stored warnings as every surface shows them.
import { type Message, message, type Text } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { type BenchmarkConfig, mayEnd } from '#core/flags/benchmark-fields.ts'
import { warmCacheHitRate } from '../stats/warm-cache.ts'
import { outputKinds } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** Warnings to store with the run, except one that is also the cause of its failure. */
export function runWarnings({
  summary,
  failure = null,
}: Pick<Run, 'summary'> & Partial<Pick<Run, 'failure'>>): readonly Text[] {
  return (summary?.warnings ?? [])
    .filter(({ text }) => text !== failure?.message)
    .map(({ text, message: stored }) => stored ?? text)
}

/** One sentence with its remedy, or none. */
export function resentWarning({
  resent,
  completed,
  failed,
}: Pick<RunSummary, 'resent' | 'completed' | 'failed'>): readonly Message[] {
  if (resent === null || resent === 0) return []
  return [message('notes.resent', { count: resent, all: completed + (failed ?? 0) })]
}

export function reasoningNotes({
  completed,
  unanswered,
  reasoningRecounted,
}: Pick<RunSummary, 'completed' | 'unanswered' | 'reasoningRecounted'>): readonly Message[] {
  return [
    ...(reasoningRecounted
      ? [message('notes.reasoningRecounted', { count: reasoningRecounted, all: completed })]
      : []),
    ...(unanswered ? [message('notes.unanswered', { count: unanswered, all: completed })] : []),
  ]
}

/** Advice by the status of a failure, and by its body for a status with several causes. The first match counts. */
const advice = [
  {
    id: 'notes.nothingBehind',
    pattern:
      /^502|^503 .*(?:no healthy upstream|connect error|[Cc]onnection refused|[Ll]oading model|[Nn]o (?:available|ready|healthy) \w+)/s,
  },
  { id: 'notes.busyServer', pattern: /^(?:429|503|529) / },
  { id: 'notes.gatewayTimeout', pattern: /^(?:408|504|522|524) / },
  { id: 'notes.bodyTooLarge', pattern: /^413 / },
  { id: 'notes.keyRefused', pattern: /^40[13] / },
] as const

/** One sentence for each kind of failure. `records` must be from a run without retries if busy servers matter. */
export function statusNotes(
  config: BenchmarkConfig,
  records: readonly RequestRecord[],
): readonly Message[] {
  const failures = records.flatMap(({ error }) => {
    if (error?.code !== 'http-status') return []
    const { id } = advice.find(({ pattern }) => pattern.test(`${error.status} ${error.body}`)) ?? {}
    return id === undefined ? [] : [{ id, status: error.status }]
  })
  return advice.flatMap(({ id }) => {
    const alike = failures.filter((failure) => failure.id === id)
    if (alike.length === 0 || (id === 'notes.busyServer' && mayEnd(config, 'rejected'))) return []
    const statuses = [...new Set(alike.map(({ status }) => Number(status)))].toSorted(
      (a, b) => a - b,
    )
    return [message(id, { count: alike.length, statuses: statuses.join(',') })]
  })
}

/** Tokens per event above which gaps and peaks of events no longer describe tokens. */
const severalTokens = 1.2

/** Note that gaps and peaks count stream events; shown if events contain several tokens, or belong to several choices. */
export function eventsNote({ asAsked }: Pick<RunSummary, 'asAsked'>): readonly Message[] {
  const { events = 0, tokens = 0, choices = 1, uncounted = 0 } = asAsked ?? {}
  if (choices > 1) return [message('notes.eventsOfChoices', { choices })]
  if (events === 0 || uncounted > 0 || tokens / events < severalTokens) return []
  return [message('notes.tokensPerEvent', { tokens: (tokens / events).toFixed(1) })]
}

/** One sentence, or none. */
export function warmCacheWarning(config: BenchmarkConfig, summary: RunSummary): readonly Message[] {
  const hitRate = warmCacheHitRate(config, summary)
  if (hitRate === null) return []
  return [message('notes.warmCache', { share: (hitRate * 100).toFixed(1) })]
}

/** One sentence, or none. */
export function unseenTokensWarning(records: readonly RequestRecord[]): readonly Message[] {
  const unseen = records.filter(isUnseen).length
  if (unseen === 0) return []
  return [message('notes.unseenTokens', { count: unseen, all: records.length })]
}

/** True if tokens arrived but none was visible: a visible token sets the first time of its kind. Only streams have such times. */
function isUnseen({ error, firstTokenAtUs, firstAtUs }: RequestRecord): boolean {
  if (error !== null || firstTokenAtUs === null || firstAtUs.chunk === null) return false
  return outputKinds.every((kind) => firstAtUs[kind] === null)
}

/** A server count of 0 is not a count: the original also treats 0 as missing and counts the text itself. */
export function isCountedAsNone({
  error,
  outputTokens,
  firstTokenAtUs,
}: Pick<RequestRecord, 'error' | 'outputTokens' | 'firstTokenAtUs'>): boolean {
  return error === null && outputTokens === 0 && firstTokenAtUs !== null
}

/** One sentence, or none. `records` are from before the text was counted. */
export function uncountedTokensWarning(
  records: readonly RequestRecord[],
  { hasTokenizer }: Readonly<{ hasTokenizer: boolean }>,
): readonly Message[] {
  const uncounted = records.filter(isCountedAsNone).length
  if (uncounted === 0) return []
  return [
    message(hasTokenizer ? 'notes.uncounted.tokenizer' : 'notes.uncounted.none', {
      count: uncounted,
      all: records.length,
    }),
  ]
}
