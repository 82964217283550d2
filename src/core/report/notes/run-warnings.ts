// Warnings about the responses of a run, each one sentence or none, and the stored warnings as every surface shows them.
import { type Message, message, type Text } from '../../messages/message.ts'
import type { Run } from '../../model/run/run.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { warmCacheHitRate } from '../../stats/warm-cache.ts'
import { outputKinds, type RequestRecord } from '../../model/run/request-record.ts'

/** Stored with the run. A warning that is also why the run failed is left out. */
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

/** One sentence where `--print-stage` has nothing to print, else none. */
export function noStagesNote({
  completed,
  stages,
}: Pick<RunSummary, 'completed' | 'stages'>): readonly Message[] {
  const isMissing = completed > 0 && stages?.length === 0
  return isMissing ? [message('notes.noStages', { count: completed })] : []
}

/** Statuses of servers and gateways that are busy, which a later attempt may pass. */
const busyStatuses: readonly number[] = [429, 503, 529]

/** One sentence, or none. `records` are those of a run without `--retry-status`. */
export function busyServerNote(
  { retryStatus }: Pick<BenchmarkConfig, 'retryStatus'>,
  records: readonly RequestRecord[],
): readonly Message[] {
  if (retryStatus !== null) return []
  const statuses = records.flatMap(({ error }) =>
    error?.code === 'http-status' && error.status !== null ? [error.status] : [],
  )
  const busy = statuses.filter((status) => busyStatuses.includes(status))
  if (busy.length === 0) return []
  const listed = [...new Set(busy)].toSorted((a, b) => a - b).join(',')
  return [message('notes.busyServer', { count: busy.length, statuses: listed })]
}

/** Tokens per event from which gaps and peaks of events are no longer those of tokens. */
const severalTokens = 1.2

/** Gaps and peaks count stream events: if those hold several tokens, or belong to several choices. */
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

/** First times show it: of a visible token, the kind is known. A response in one piece has none at all. */
function isUnseen({ error, firstTokenAtUs, firstAtUs }: RequestRecord): boolean {
  if (error !== null || firstTokenAtUs === null || firstAtUs.chunk === null) return false
  return outputKinds.every((kind) => firstAtUs[kind] === null)
}

/** The server's count is no count: the original takes 0 for none, too, and counts the text itself. */
export function isCountedAsNone({
  error,
  outputTokens,
  firstTokenAtUs,
}: Pick<RequestRecord, 'error' | 'outputTokens' | 'firstTokenAtUs'>): boolean {
  return error === null && outputTokens === 0 && firstTokenAtUs !== null
}

/** One sentence, or none. `records` are those of before the text was counted. */
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
