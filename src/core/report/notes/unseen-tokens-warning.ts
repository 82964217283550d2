// What is said of answers whose tokens were counted by the server but stood in none of its messages.
import { message, type Message } from '../../messages/message.ts'
import { outputKinds, type RequestRecord } from '../../model/run/request-record.ts'

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
