// What is said of answers whose tokens were counted by the server but stood in none of its messages.
import { outputKinds, type RequestRecord } from '../../model/run/request-record.ts'

/** One sentence, or none. */
export function unseenTokensWarning(records: readonly RequestRecord[]): readonly string[] {
  const unseen = records.filter(isUnseen).length
  if (unseen === 0) return []
  return [
    `${unseen} of ${records.length} answers held no token, though the server counted some: their TTFT is that of its ` +
      'first message, and they have no ITL. Look at what it takes out of its answers: reasoning, tool calls, special tokens.',
  ]
}

/** First times show it: of a visible token, the kind is known. A response in one piece has none at all. */
function isUnseen({ error, firstTokenAtUs, firstAtUs }: RequestRecord): boolean {
  if (error !== null || firstTokenAtUs === null || firstAtUs.chunk === null) return false
  return outputKinds.every((kind) => firstAtUs[kind] === null)
}
