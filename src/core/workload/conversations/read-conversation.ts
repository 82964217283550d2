// One conversation of a file: ShareGPT format ("conversations" of "from" and "value") or the format of OpenAI-compatible
// APIs ("messages" of "role" and "content"), with optional fields per turn.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '../datasets/dataset-entry.ts'
import type { RecordedConversation, RecordedTurn } from './conversation.ts'

type Role = 'system' | 'user' | 'assistant'

/** Names of roles in datasets. */
const roles: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
}

type Message = Readonly<{
  role: string
  content: string
  thinkS: number | null
  outputTokens: number | null
}>

const ownOfTurn = {
  think_s: z.number().min(0).nullable().default(null),
  output_tokens: z.int().min(1).nullable().default(null),
}

const shareGptSchema = z.object({
  conversations: z.array(z.object({ from: z.string(), value: z.string() })),
})
const messagesSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string(), ...ownOfTurn })),
})

const remedy = message('workload.conversationForm')

/** Stops before the first message out of turn, and after the first turn without a response. */
export function readConversation(entry: unknown, where: string): RecordedConversation {
  const messages = messagesOf(entry, where)
  const firstTurn = messages.findIndex(({ role }) => roles[role] === 'user')
  const opening = messages.slice(0, Math.max(0, firstTurn))
  return {
    opening: opening.flatMap(({ role, content }) =>
      roles[role] === 'system' ? [{ role: 'system', content }] : [],
    ),
    turns: firstTurn < 0 ? [] : turnsOf(messages.slice(firstTurn)),
  }
}

function turnsOf(messages: readonly Message[]): RecordedTurn[] {
  const turns: RecordedTurn[] = []
  for (let i = 0; i < messages.length; i += 2) {
    const [said, answered] = [messages[i], messages[i + 1]]
    if (said === undefined || roles[said.role] !== 'user' || said.content === '') break
    const isAnswer = answered !== undefined && roles[answered.role] === 'assistant'
    const answer = isAnswer && answered.content !== '' ? answered.content : null
    turns.push({ ...ownOf(said), said: said.content, answer })
    if (answer === null) break
  }
  return turns
}

function ownOf({ thinkS, outputTokens }: Message): Pick<RecordedTurn, 'thinkS' | 'outputTokens'> {
  return { thinkS, outputTokens }
}

function messagesOf(entry: unknown, where: string): readonly Message[] {
  const context = { where, remedy }
  if (isShareGpt(entry)) {
    return parseEntry(shareGptSchema, entry, context).conversations.map(({ from, value }) => ({
      role: from,
      content: value,
      thinkS: null,
      outputTokens: null,
    }))
  }
  return parseEntry(messagesSchema, entry, context).messages.map(
    ({ role, content, think_s: thinkS, output_tokens: outputTokens }) => ({
      role,
      content,
      thinkS,
      outputTokens,
    }),
  )
}

function isShareGpt(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'conversations' in entry
}
