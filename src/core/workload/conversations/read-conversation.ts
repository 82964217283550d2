// One conversation of a file, in any format that row-messages.ts reads, with optional fields per turn.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '../datasets/dataset-entry.ts'
import { messagesIn, type RowMessage } from '../datasets/row-messages.ts'
import type { RecordedConversation, RecordedTurn } from './conversation.ts'

const ownOfTurn = z.object({
  think_s: z.number().min(0).nullable().default(null),
  output_tokens: z.int().min(1).nullable().default(null),
})
const remedy = message('workload.conversationForm')

/** Stops before the first message out of turn, and after the first turn without a response, unless no turn has one. */
export function readConversation(entry: unknown, where: string): RecordedConversation {
  const read = messagesIn(entry, { where, remedy })
  const { system, messages } = read ?? parseEntry(noMessages, entry, { where, remedy })
  const givens = { messages: messages.map(({ given }) => given) }
  const { messages: own } = parseEntry(ownSchema, givens, { where, remedy })
  const all = messages.map((each, index) => ({
    ...each,
    thinkS: own[index]?.think_s ?? null,
    outputTokens: own[index]?.output_tokens ?? null,
  }))
  const firstTurn = all.findIndex(({ role }) => role === 'user')
  const opening = all.slice(0, Math.max(0, firstTurn)).filter(({ role }) => role === 'system')
  return {
    opening: [...(system === null ? [] : [system]), ...opening.map(({ text }) => text)].map(
      (content) => ({ role: 'system', content }),
    ),
    turns: firstTurn < 0 ? [] : turnsOf(all.slice(firstTurn)),
  }
}

const ownSchema = z.object({ messages: z.array(ownOfTurn) })
const noMessages = z
  .object({ messages: z.array(z.unknown()) })
  .transform(() => ({ system: null, messages: [] as readonly RowMessage[] }))

type Message = RowMessage & Pick<RecordedTurn, 'thinkS' | 'outputTokens'>

function turnsOf(messages: readonly Message[]): RecordedTurn[] {
  const isAnswered = messages.some(({ role }) => role !== 'user')
  const turns: RecordedTurn[] = []
  for (let i = 0; i < messages.length; i += isAnswered ? 2 : 1) {
    const [said, answered] = [messages[i], messages[i + 1]]
    if (said?.role !== 'user' || said.text === '') break
    const answer = (answered?.role === 'assistant' && answered.text) || null
    const { thinkS, outputTokens } = said
    turns.push({ thinkS, outputTokens, said: said.text, answer })
    if (answer === null && isAnswered) break
  }
  return turns
}
