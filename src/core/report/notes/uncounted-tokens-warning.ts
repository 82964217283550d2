// What is said of responses whose server reported no output tokens though it had streamed some.
import { message, type Message } from '../../messages/message.ts'
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
