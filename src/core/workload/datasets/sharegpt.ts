// Recorded conversations as a workload: the first turn is the prompt, the second determines the length of the response.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { isUsableLength, parseEntry } from './dataset-entry.ts'
import { messagesIn } from './row-messages.ts'
import { oversample, type SampleOptions } from '../sample-options.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { keepInMemory, type KeepText } from '../stored-text.ts'
import type { PromptText } from '../random/round-trips.ts'
import type { Tokenizer } from '../tokenizer.ts'

export type Conversation = Readonly<{ prompt: PromptText; answer: PromptText }>

type ShareGptOptions = SampleOptions &
  Readonly<{
    /** Requested for every prompt, instead of the recorded response's length. */
    fixedOutputTokens: number | null
    /** This length must also reach the minimum. */
    checksFixedLength: boolean
  }>

export const shareGptForm = message('workload.shareGptForm')
const remedy = shareGptForm

/** Conversations tokenized in one call. */
const batchSize = 128

/** First exchange of an entry; null for entries with fewer than two turns, which are omitted. */
export function conversationOf(
  entry: unknown,
  where: string,
  keepText: KeepText = keepInMemory,
): Conversation | null {
  if (typeof entry !== 'object') parseEntry(z.looseObject({}), entry, { where, remedy })
  const [prompt, answer] = messagesIn(entry, { where, remedy, most: 2 })?.messages ?? []
  if (prompt === undefined || answer === undefined) return null
  return { prompt: keepText(prompt.text), answer: keepText(answer.text) }
}

export async function sampleConversations(
  conversations: readonly Conversation[],
  options: ShareGptOptions,
  tokenizer: Pick<Tokenizer, 'encode'>,
): Promise<SampledRequest[]> {
  const order = [...conversations]
  options.random.reseed(options.seed)
  if (options.shuffle) options.random.shuffle(order)
  const requests: SampledRequest[] = []
  for (let first = 0; first < order.length && requests.length < options.count; first += batchSize) {
    const batch = order.slice(first, first + batchSize)
    requests.push(...(await usableRequests(batch, options, tokenizer)))
  }
  const numbered = requests.slice(0, options.count).map((request, index) => ({
    ...request,
    requestId: `${options.requestIdPrefix}${index}`,
  }))
  return numbered.length > 0 ? oversample(numbered, options) : []
}

/** Lengths include the tokens that the tokenizer adds, as in the original. */
async function usableRequests(
  batch: readonly Conversation[],
  { fixedOutputTokens, checksFixedLength }: ShareGptOptions,
  tokenizer: Pick<Tokenizer, 'encode'>,
): Promise<SampledRequest[]> {
  const prompts = await tokenizer.encode(
    batch.map(({ prompt }) => String(prompt)),
    true,
  )
  const answers = await tokenizer.encode(
    batch.map(({ answer }) => String(answer)),
    true,
  )
  const mayBeShort = fixedOutputTokens !== null && !checksFixedLength
  const requests = batch.map(({ prompt }, index) => ({
    prompt,
    promptTokens: prompts[index]?.length ?? 0,
    expectedOutputTokens: fixedOutputTokens ?? answers[index]?.length ?? 0,
    requestId: null,
  }))
  return requests.filter(({ promptTokens, expectedOutputTokens: outputTokens }) =>
    isUsableLength({ promptTokens, outputTokens }, mayBeShort),
  )
}
