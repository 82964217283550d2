// Counts output or reasoning tokens of responses without a usage count, after the run, when CPU time is free.
import { backendTraits } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { isCountedAsNone } from '#core/report/run-warnings.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { ServerActivity } from '#core/model/server-activity.ts'
import { hasNewPrompts } from '#core/stats/warm-cache.ts'

/** Tokens of each text, without special tokens. */
export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]>

type OutputCounting = Readonly<{
  /** Null if there is no tokenizer. */
  countTokens: CountTokens | null
  /** Requested output tokens of each request in the plan, if reliable; see `outputTokensAsked`. */
  asked: readonly number[]
  /** We count reasoning as output; earlier clients counted only the answer. */
  addsReasoning: boolean
}>

export async function withOutputTokens(
  records: readonly RequestRecord[],
  { countTokens, asked, addsReasoning }: OutputCounting,
): Promise<readonly RequestRecord[]> {
  const believed = records.map((record) =>
    isUncounted(record) && record.error === null
      ? { ...record, outputTokens: asked[record.index] ?? null }
      : record,
  )
  if (countTokens === null) return believed
  const answers = await counted(believed, countTokens, (record) =>
    isUncounted(record) ? record.generatedText : undefined,
  )
  const reasoning = await counted(believed, countTokens, (record) =>
    addsReasoning || !isUncounted(record) ? reasoningOf(record) : undefined,
  )
  return believed.map((record) => {
    const reasoned = reasoning.get(record.index)
    const parts = reasoned === undefined ? record : withReasoning(record, reasoned)
    if (!isUncounted(record)) return parts
    const answered = answers.get(record.index)
    return { ...parts, outputTokens: answered === undefined ? null : answered + (reasoned ?? 0) }
  })
}

/** Token counts of the texts, by index of their record; omits records without text. */
async function counted(
  records: readonly RequestRecord[],
  countTokens: CountTokens,
  textOf: (record: RequestRecord) => string | undefined,
): Promise<ReadonlyMap<number, number>> {
  const texts = records.flatMap((record) => {
    const text = textOf(record)
    return text === undefined ? [] : [{ index: record.index, text }]
  })
  if (texts.length === 0) return new Map()
  const counts = await countTokens(texts.map(({ text }) => text))
  return new Map(texts.map(({ index }, i) => [index, counts[i] ?? 0]))
}

function reasoningOf({ error, reasoningText }: RequestRecord): string | undefined {
  return isRead(error) ? reasoningText : undefined
}

/** A tokenizer other than the server's may count more tokens than all the output has. */
function withReasoning(record: RequestRecord, tokens: number): RequestRecord {
  const cached = record.tokenParts?.cached ?? null
  const most = isUncounted(record) ? tokens : (record.outputTokens ?? tokens)
  const reasoning = Math.min(tokens, most)
  const tokenParts = { reasoning, isRecounted: true, cached } as const
  return { ...record, reasoningText: undefined, tokenParts }
}

/** Empty unless outputs run to their full length on a server that reports no counts. */
export function outputTokensAsked(
  { backend, ignoreEos }: Pick<BenchmarkConfig, 'backend' | 'ignoreEos'>,
  requests: readonly Pick<SampledRequest, 'expectedOutputTokens'>[],
): readonly number[] {
  if (!ignoreEos || !backendTraits[backend].countsAsAsked) return []
  return requests.map(({ expectedOutputTokens }) => expectedOutputTokens)
}

function isUncounted(record: RequestRecord): boolean {
  return (isRead(record.error) && record.outputTokens === null) || isCountedAsNone(record)
}

/** True if it ran to its end, or until the client cancelled it. */
function isRead(error: RequestRecord['error']): boolean {
  return ['completed', 'client-cancelled'].includes(outcomeOf(error))
}

/** Adds the tokens that a prefix cache could have learnt from the run itself. */
export async function withRepeatedTokens(
  activity: ServerActivity | null,
  config: BenchmarkConfig,
  repeatedTokens: () => Promise<number>,
): Promise<ServerActivity | null> {
  if (!activity?.prefixCache || !hasNewPrompts(config)) return activity
  const repeated = await repeatedTokens()
  return { ...activity, prefixCache: { ...activity.prefixCache, repeated } }
}
