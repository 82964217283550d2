// Custom prompts, one per row, by default as one user message in the model's chat template. Rows may contain whole chats.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { isRow, parseEntry, type RowContext, rowOutputTokens, takenRows } from './dataset-entry.ts'
import { oversample, type SampleOptions } from '../sample-options.ts'
import { userMessage } from '../message-content.ts'
import { type ChatPrompt, renderedChats, type Tokenizer } from '../tokenizer.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { TokenIds } from '../token-ids.ts'
import { chatMessageOf, messagesIn } from './row-messages.ts'
import { isNumberList, tokenIdsIn } from './row-token-ids.ts'

type CustomRow = Readonly<{
  prompt: string | TokenIds
  /** Present for a row with anything besides one user message of text. */
  chat?: ChatPrompt
  outputTokens: number
}>

type CustomOptions = SampleOptions &
  Readonly<{
    chatTemplate: boolean
    templateVariables?: ChatPrompt['variables']
  }>

const promptSchema = z.object({ prompt: z.string() })
const remedy = message('workload.customForm')

export function customRow(entry: unknown, context: RowContext): CustomRow {
  const outputTokens = () => rowOutputTokens(entry, context)
  if (isRow(entry) && typeof entry['prompt'] === 'string') {
    return { prompt: entry['prompt'], outputTokens: outputTokens() }
  }
  return { ...askedIn(entry, { where: context.where, remedy }), outputTokens: outputTokens() }
}

/** Messages up to the last one that is not a response, or token ids of a row without text. */
function askedIn(
  entry: unknown,
  context: Parameters<typeof messagesIn>[1],
): Pick<CustomRow, 'prompt' | 'chat'> {
  const written = isNumberList(entry) ? null : messagesIn(entry, context)
  const ids = written === null ? tokenIdsIn(entry, context) : null
  if (ids !== null) return { prompt: ids }
  const { system, messages, tools } = written ?? noMessages
  // First of several consecutive questions, as in MT-bench.
  const isSession = messages.every(({ role, given }) => role === 'user' && !('role' in given))
  const last = isSession ? 0 : messages.findLastIndex(({ role }) => role !== 'assistant')
  const asked = messages.slice(0, last + 1)
  if (asked.length === 0) return parseEntry(promptSchema, entry, context)
  const chat = asked.map(chatMessageOf)
  if (system !== null) chat.unshift({ role: 'system', content: system })
  const prompt = asked.map(({ text }) => text).join('\n\n')
  const isPrompt = chat.length === 1 && chat[0]?.content === prompt && tools.length === 0
  return isPrompt ? { prompt } : { prompt, chat: { messages: chat, tools } }
}

const noMessages = { system: null, messages: [], tools: [] }

/** Without a tokenizer, every request counts as one input token and one output token. */
export async function sampleRows(
  rows: readonly CustomRow[],
  options: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<SampledRequest[]> {
  const taken = takenRows(rows, options)
  const prompts = await promptsOf(taken, options, tokenizer)
  const texts = prompts.map((prompt) => (prompt instanceof TokenIds ? '' : prompt))
  const encoded = await tokenizer?.encode(texts, true)
  const requests = taken.map(({ outputTokens, chat }, index) => ({
    prompt: prompts[index] ?? '',
    promptTokens: lengthOf(prompts[index]) ?? encoded?.[index]?.length ?? 1,
    expectedOutputTokens: tokenizer === null ? 1 : outputTokens,
    requestId: `${options.requestIdPrefix}${index}`,
    ...(chat !== undefined && { chatMessages: chat.messages }),
    ...(chat?.tools?.length && { bodyOverrides: { tools: chat.tools } }),
  }))
  return oversample(requests, options)
}

function lengthOf(prompt: CustomRow['prompt'] | undefined): number | null {
  return prompt instanceof TokenIds ? prompt.length : null
}

/** Token ids stay as in the file, without a chat template. */
async function promptsOf(
  rows: readonly CustomRow[],
  { chatTemplate, templateVariables }: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<readonly CustomRow['prompt'][]> {
  if (tokenizer === null || !chatTemplate) return rows.map((row) => row.prompt)
  const chats = rows.flatMap(({ prompt, chat }) =>
    prompt instanceof TokenIds
      ? []
      : [{ variables: templateVariables ?? {}, ...(chat ?? { messages: [userMessage(prompt)] }) }],
  )
  const rendered = (chats.length > 0 ? await renderedChats(chats, tokenizer) : []).values()
  return rows.map(({ prompt }) =>
    prompt instanceof TokenIds ? prompt : (rendered.next().value ?? ''),
  )
}
