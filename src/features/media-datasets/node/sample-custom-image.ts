// The dataset custom_image: text with the user's own images, or parts of both in any order, one JSON object per line. The server
// fetches images by default; otherwise they are sent inside the requests, unchanged.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { message, MessageError, textOf } from '#core/messages/message.ts'
import {
  parseEntry,
  type RowContext,
  rowOutputTokens,
  takenRows,
} from '#core/workload/datasets/dataset-entry.ts'
import {
  type ContentPart,
  type ImagePart,
  type TextPart,
  transformedMessages,
  userMessage,
} from '#core/workload/message-content.ts'
import { oversample } from '#core/workload/sample-options.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { webFetch } from '#node/http/web-fetch.ts'
import { invalidDataset } from '#node/datasets/dataset-file.ts'
import { imageUrl, isAddress, mediaAddress } from '#node/datasets/media-address.ts'
import { besideDataset, requireGoingOn, type Sampler } from '#node/datasets/samplers/sampler.ts'
import { ownOptions, readOwnRows } from '#node/datasets/samplers/sample-custom.ts'

type ImageRow = Readonly<{ outputTokens: number }> &
  Readonly<{ prompt: string; images: readonly ImagePart[] } | { content: readonly ContentPart[] }>

/** Counts only the tokens of the text, because the tokens per image depend on the model. */
export const sampleCustomImage: Sampler = async (config, sources) => {
  const options = ownOptions(config, sources)
  const rows = takenRows(await readOwnRows(config, sources, imageRow), options)
  const encoded = await sources.tokenizer?.encode(rows.map(textOfRow), true)
  const requests: SampledRequest[] = []
  for (const [index, row] of rows.entries()) {
    requests.push({
      prompt: textOfRow(row),
      promptTokens: encoded?.[index]?.length ?? 1,
      expectedOutputTokens: row.outputTokens,
      requestId: `${options.requestIdPrefix}${index}`,
      ...(await contentOf(row, config, sources.signal)),
    })
  }
  return oversample(requests, options)
}

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

function imageRow(entry: unknown, context: RowContext): ImageRow {
  const place = { where: context.where, remedy }
  const outputTokens = rowOutputTokens(entry, context)
  if (z.object({ content: z.unknown() }).safeParse(entry).success) {
    return { content: parseEntry(contentSchema, entry, place).content, outputTokens }
  }
  const { prompt, image_files: files } = parseEntry(promptSchema, entry, place)
  return { prompt, images: files.map((file) => imageAt(file)), outputTokens }
}

/** Puts the URL first and other image options after it. */
function imageAt(url: string, details: Readonly<Record<string, unknown>> = {}): ImagePart {
  return { type: 'image_url', image_url: { url, ...details } }
}

function textOfRow(row: ImageRow): string {
  if ('prompt' in row) return row.prompt
  return row.content
    .filter((part): part is TextPart => part.type === 'text')
    .map(({ text }) => text)
    .join('')
}

async function contentOf(
  row: ImageRow,
  config: BenchmarkConfig,
  signal?: AbortSignal,
): Promise<Pick<SampledRequest, 'media' | 'content' | 'chatMessages'>> {
  const asMessages = config.enableMultimodalChat
  const sent = async <Part extends ContentPart>(part: Part): Promise<Part> => {
    if (part.type !== 'image_url') return part
    const url = await addressOf(part.image_url.url, config, signal)
    return { ...part, image_url: { ...part.image_url, url } }
  }
  if ('content' in row) {
    const content = await Promise.all(row.content.map(sent))
    return asMessages ? { chatMessages: [userMessage(content)] } : { content }
  }
  const media = await Promise.all(row.images.map(sent))
  return asMessages ? { chatMessages: transformedMessages(row.prompt, media) } : { media }
}

/** References are URLs, or paths relative to the dataset. */
async function addressOf(
  reference: string,
  { customEnsureClientSideData, datasetPath }: BenchmarkConfig,
  signal?: AbortSignal,
): Promise<string> {
  if (!customEnsureClientSideData) return mediaAddress(reference)
  if (reference.startsWith('data:')) return reference
  requireGoingOn({ ...(signal && { signal }) })
  const bytes = await bytesAt(reference, datasetPath ?? '', signal).catch((error: unknown) => {
    throw invalidDataset(
      message('workload.imageUnavailable', { path: reference, why: textOf(error) }),
      message('workload.imageUnavailable.remedy'),
    )
  })
  return imageUrl(bytes, reference)
}

async function bytesAt(
  reference: string,
  datasetPath: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (reference.startsWith('file://')) return readFile(fileURLToPath(reference))
  if (!isAddress(reference)) return readFile(await besideDataset(reference, datasetPath))
  const response = await webFetch(reference, { signal: signal ?? null })
  if (response.ok) return response.bytes()
  const { status, statusText } = response
  throw new MessageError(message('workload.badStatus', { status, statusText }))
}
