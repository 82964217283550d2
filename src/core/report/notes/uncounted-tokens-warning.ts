// What is said of responses whose server reported no output tokens though it had streamed some.
import type { RequestRecord } from '../../model/run/request-record.ts'

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
): readonly string[] {
  const uncounted = records.filter(isCountedAsNone).length
  if (uncounted === 0) return []
  const instead = hasTokenizer
    ? 'the tokenizer counted their text'
    : 'without a tokenizer each counts as one token'
  return [
    `The server reported 0 output tokens for ${uncounted} of ${records.length} responses that it had streamed: ${instead}, as in vLLM's client.`,
  ]
}
