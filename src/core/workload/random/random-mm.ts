// Random prompts with random images and videos: the random-mm dataset.
import { Pcg64 } from '#core/random/pcg64.ts'
import { fitInOrder, type FittedPrompt, type PromptDraft } from './exact-length.ts'
import { type MediaPart, transformedMessages } from '../message-content.ts'
import { drawUnmarkedIds, type RandomDrawing, type RandomLengths } from './random-drawing.ts'
import type { RandomMediaSpec } from '#core/traits/media-buckets.ts'
import { drawMedia, type DrawnMedia } from './random-media.ts'
import { fittedPrefix, promptIds, roundTripsOf } from './random-prompts.ts'
import type { SampledRequest } from '../sampled-request.ts'
import type { Tokenizer } from '../tokenizer.ts'

type RandomMmSpec = RandomLengths &
  Readonly<{
    media: RandomMediaSpec
    /** Requests bring whole messages. */
    asMessages: boolean
    requestIdPrefix: string
  }>

type RandomMmTools = Readonly<{
  tokenizer: Tokenizer
  encodeMedia: (drawn: DrawnMedia) => Promise<MediaPart>
}>

export async function sampleRandomMm(
  spec: RandomMmSpec,
  { tokenizer, encodeMedia }: RandomMmTools,
): Promise<SampledRequest[]> {
  const random = new Pcg64(spec.seed)
  const drawing = drawUnmarkedIds(spec, tokenizer, random)
  const drafts = await draftPrompts(drawing, tokenizer)
  const roundTrips = await roundTripsOf(
    drafts.map(({ ids }) => ids),
    tokenizer,
  )
  const tools = { roundTrips, drawIds: drawing.drawIds }
  const requests: SampledRequest[] = []
  const add = async (prompt: FittedPrompt) => {
    const text = String(prompt.text)
    const media: MediaPart[] = []
    for (const drawn of drawMedia(spec.media, random)) media.push(await encodeMedia(drawn))
    const index = requests.length
    requests.push({
      prompt: text,
      promptTokens: prompt.ids.length,
      expectedOutputTokens: drawing.draws.outputLens[index] ?? 0,
      requestId: `${spec.requestIdPrefix}${index}`,
      ...(spec.asMessages ? { chatMessages: transformedMessages(text, media) } : { media }),
    })
  }
  for await (const together of fitInOrder(drafts, tools)) {
    for (const prompt of together) await add(prompt)
  }
  return requests
}

async function draftPrompts(
  { draws, prefixIds, ids, drawIds }: RandomDrawing,
  tokenizer: Tokenizer,
): Promise<PromptDraft[]> {
  const prefix = await fittedPrefix(prefixIds, { tokenizer, drawIds })
  return promptIds(draws, ids, prefix).map((ids, index) => ({
    ids,
    targetTokens: prefixIds.length + (draws.inputLens[index] ?? 0),
  }))
}
