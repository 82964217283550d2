// Prompts with the user's own images: text with images, or parts of both in any order.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry, type RowContext, rowOutputTokens, takenRows } from './dataset-entry.ts'
import {
  type ContentPart,
  type ImagePart,
  type TextPart,
  transformedMessages,
  userMessage,
} from '../message-content.ts'
import { oversample, type SampleOptions } from '../sample-options.ts'
import type { SampledRequest } from '../sampled-request.ts'
import type { Tokenizer } from '../tokenizer.ts'

type ImageRow = Readonly<{ outputTokens: number }> &
  Readonly<{ prompt: string; images: readonly ImagePart[] } | { content: readonly ContentPart[] }>

type ImageOptions = SampleOptions &
  Readonly<{
    /** Requests carry whole messages. */
    asMessages: boolean
  }>

type ImageTools = Readonly<{
  tokenizer: Pick<Tokenizer, 'encode'> | null
  /** URL at which the server can fetch an image named in the file, or the image as a `data:` URL. */
  addressOf: (reference: string) => Promise<string>
}>

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const imagePart = z
  .object({ type: z.literal('image'), image: z.string() })
  .transform(({ image }) => imageAt(image))
const imageUrlPart = z
  .object({
    type: z.literal('image_url'),
    image_url: z.union([z.string(), z.looseObject({ url: z.string() })]),
  })
  .transform(({ image_url: image }) =>
    typeof image === 'string' ? imageAt(image) : imageAt(image.url, image),
  )
const contentSchema = z.object({
  content: z.array(z.discriminatedUnion('type', [textPart, imagePart, imageUrlPart])).min(1),
})
const promptSchema = z.object({ prompt: z.string(), image_files: z.array(z.string()).min(1) })
const remedy = message('workload.imageForm')

export function imageRow(entry: unknown, context: RowContext): ImageRow {
  const place = { where: context.where, remedy }
  const outputTokens = rowOutputTokens(entry, context)
  if (z.object({ content: z.unknown() }).safeParse(entry).success) {
    return { content: parseEntry(contentSchema, entry, place).content, outputTokens }
  }
  const { prompt, image_files: files } = parseEntry(promptSchema, entry, place)
  return { prompt, images: files.map((file) => imageAt(file)), outputTokens }
}

/** Counts only the tokens of the text, because the tokens per image depend on the model. */
export async function sampleImageRows(
  rows: readonly ImageRow[],
  options: ImageOptions,
  { tokenizer, addressOf }: ImageTools,
): Promise<SampledRequest[]> {
  const taken = takenRows(rows, options)
  const encoded = await tokenizer?.encode(taken.map(textOf), true)
  const requests: SampledRequest[] = []
  for (const [index, row] of taken.entries()) {
    requests.push({
      prompt: textOf(row),
      promptTokens: encoded?.[index]?.length ?? 1,
      expectedOutputTokens: row.outputTokens,
      requestId: `${options.requestIdPrefix}${index}`,
      ...(await contentOf(row, options, addressOf)),
    })
  }
  return oversample(requests, options)
}

/** Puts the URL first and other image options after it. */
function imageAt(url: string, details: Readonly<Record<string, unknown>> = {}): ImagePart {
  return { type: 'image_url', image_url: { url, ...details } }
}

function textOf(row: ImageRow): string {
  if ('prompt' in row) return row.prompt
  return row.content
    .filter((part): part is TextPart => part.type === 'text')
    .map(({ text }) => text)
    .join('')
}

async function contentOf(
  row: ImageRow,
  { asMessages }: ImageOptions,
  addressOf: ImageTools['addressOf'],
): Promise<Pick<SampledRequest, 'media' | 'content' | 'chatMessages'>> {
  const resolved = async (part: ContentPart): Promise<ContentPart> =>
    part.type === 'image_url' ? withAddress(part, await addressOf(part.image_url.url)) : part
  if ('content' in row) {
    const content = await Promise.all(row.content.map(resolved))
    return asMessages ? { chatMessages: [userMessage(content)] } : { content }
  }
  const media = await Promise.all(
    row.images.map(async (image) => withAddress(image, await addressOf(image.image_url.url))),
  )
  return asMessages ? { chatMessages: transformedMessages(row.prompt, media) } : { media }
}

function withAddress({ type, image_url: image }: ImagePart, url: string): ImagePart {
  return { type, image_url: { ...image, url } }
}
