// Requests from the rows of a Hub dataset, up to the requested number; reads no more rows than necessary.
import { isUsableLength } from '#core/workload/datasets/dataset-entry.ts'
import { type MediaPart, transformedMessages } from '#core/workload/message-content.ts'
import { oversample, type SampleOptions } from '#core/workload/sample-options.ts'
import { renderedChats, type Tokenizer } from '#core/workload/tokenizer.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { chatOf, type HubFormat, type HubPrompt, type RowContext } from './hub-row.ts'

export type DatasetRow = Readonly<{ value: unknown; where: string }>

type HubOptions = Omit<SampleOptions, 'shuffle'> &
  Omit<RowContext, 'where'> &
  Readonly<{
    format: HubFormat
    /** Output length of every request; null uses the lengths of the reference responses. */
    outputTokens: number | null
    skipsTemplate: boolean
    /** Requests carry whole messages. */
    asMessages: boolean
  }>

type HubTools = Readonly<{
  tokenizer: Pick<Tokenizer, 'encode' | 'renderChats'>
  mediaOf: (prompt: HubPrompt) => Promise<readonly MediaPart[]>
}>

/** Rows tokenized in one call. */
const batchSize = 128

export async function sampleHubRows(
  rows: AsyncIterable<DatasetRow>,
  options: HubOptions,
  tools: HubTools,
): Promise<SampledRequest[]> {
  const requests: SampledRequest[] = []
  for await (const batch of inBatches(numberedPrompts(rows, options))) {
    for (const made of await requestsOf(batch, options, tools)) {
      if (requests.length === options.count) break
      const number = options.format.numbering === 'rows' ? made.row : requests.length
      requests.push({ ...made.request, requestId: `${options.requestIdPrefix}${number}` })
    }
    if (requests.length === options.count) break
  }
  return requests.length > 0 ? repeated(requests, options) : []
}

/** Repeats are numbered from the request count on, so no row may have a higher number. */
function repeated(requests: readonly SampledRequest[], options: HubOptions): SampledRequest[] {
  if (requests.length >= options.count) return [...requests]
  const numbered = requests.map((request, index) => ({
    ...request,
    requestId: `${options.requestIdPrefix}${index}`,
  }))
  return oversample(numbered, options)
}

type NumberedPrompt = Readonly<{ row: number; prompt: HubPrompt }>

async function* numberedPrompts(
  rows: AsyncIterable<DatasetRow>,
  { format, leastDistance, mostDistance }: HubOptions,
): AsyncGenerator<NumberedPrompt> {
  let row = 0
  for await (const { value, where } of rows) {
    const prompt = format.read(value, { where, leastDistance, mostDistance })
    if (prompt !== null) yield { row, prompt }
    row += 1
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type MadeRequest = Readonly<{ row: number; request: SampledRequest }>

async function requestsOf(
  batch: readonly NumberedPrompt[],
  options: HubOptions,
  tools: HubTools,
): Promise<readonly MadeRequest[]> {
  const texts = await textsOf(
    batch.map(({ prompt }) => prompt),
    options,
    tools,
  )
  const encoded = await tools.tokenizer.encode(texts, true)
  const answers = await answerTokens(batch, options, tools)
  const made: MadeRequest[] = []
  for (const [index, { row, prompt }] of batch.entries()) {
    const promptTokens = encoded[index]?.length ?? 0
    const outputTokens = answers[index] ?? 0
    if (!isUsable({ promptTokens, outputTokens }, options)) continue
    const text = texts[index] ?? ''
    const counts = { promptTokens, expectedOutputTokens: outputTokens, requestId: null }
    made.push({ row, request: { ...(await contentOf(text, prompt, options, tools)), ...counts } })
  }
  return made
}

/** Length given for all rows, else the lengths of the reference responses. */
async function answerTokens(
  batch: readonly NumberedPrompt[],
  { format: { lengths }, outputTokens }: HubOptions,
  { tokenizer }: HubTools,
): Promise<readonly number[]> {
  if (outputTokens !== null && !lengths.ignoresAskedLength) return batch.map(() => outputTokens)
  const answers = batch.map(({ prompt }) => prompt.answer ?? '')
  const encoded = await tokenizer.encode(answers, lengths.countsSpecialTokens)
  return encoded.map((ids) => ids.length)
}

function isUsable(
  found: Readonly<{ promptTokens: number; outputTokens: number }>,
  { format: { lengths }, outputTokens }: HubOptions,
): boolean {
  const areChecked = outputTokens === null || lengths.limitsHoldAlways
  return lengths.limits === null || !areChecked || isUsableLength(found, false, lengths.limits)
}

async function textsOf(
  prompts: readonly HubPrompt[],
  { format, skipsTemplate }: HubOptions,
  { tokenizer }: HubTools,
): Promise<readonly string[]> {
  const renders = format.template === 'always' || (format.template === 'optional' && !skipsTemplate)
  if (!renders) return prompts.map(({ text }) => text)
  const chats = prompts.map((prompt) => ({ messages: chatOf(prompt) }))
  return renderedChats(chats, tokenizer)
}

async function contentOf(
  text: string,
  prompt: HubPrompt,
  { asMessages }: HubOptions,
  { mediaOf }: HubTools,
): Promise<Pick<SampledRequest, 'prompt' | 'media' | 'chatMessages'>> {
  const media = await mediaOf(prompt)
  if (asMessages) return { prompt: text, chatMessages: transformedMessages(text, media) }
  return media.length === 0 ? { prompt: text } : { prompt: text, media }
}
