// Images as OpenAI shapes them and vLLM-Omni's client requests them: text goes in, and one document of images comes out.
import { message } from '#core/messages/message.ts'
import { imageSizeOf } from '#core/media/image-size.ts'
import { asText, type Json, objectsIn, parseObject } from '../json-value.ts'
import {
  commonFields,
  keyedJson,
  type Payload,
  promptText,
  type RequestForm,
} from '../requests/request-form.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  readError,
} from '../stream-event.ts'
import { reportedWork, stageReportsIn, wordsOf } from './made-media.ts'

export const imagesRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => {
    const common: Payload = { return_stage_metrics: true, ...commonFields(request, config) }
    const { n, num_outputs_per_prompt: outputs, size, width, height, ...others } = common
    const own = {
      model,
      prompt: promptText(request.prompt),
      n: n ?? outputs ?? 1,
      response_format: 'b64_json',
      ...sizeOf({ size, width, height }),
    }
    return { ...own, ...others, ...own }
  },
}

/** `--extra-body` has it in one word or in two numbers. */
export function sizeOf({ size, width, height }: Payload): Payload {
  if (size !== undefined) return { size }
  return typeof width === 'number' && typeof height === 'number'
    ? { size: `${width}x${height}` }
    : {}
}

function readImages({ text: read }: AnswerDocument): DocumentMeaning | null {
  const document = parseObject(read())
  if (document === null) return null
  const error = readError(document)
  if (error === null && document.data === undefined) return null
  const sizes = objectsIn(document.data).flatMap((image) => imageSizeOf(encodedIn(image)) ?? [])
  return {
    text: '',
    usage: { promptTokens: null, completionTokens: 0 },
    error: error ?? (sizes.length === 0 ? message('runs.noImages') : null),
    made: {
      kind: 'images',
      ...{ lengthS: null, firstAtUs: null, underrunUs: null },
      count: sizes.length,
      pixels: sizes.reduce((sum, { width, height }) => sum + width * height, 0),
      ...reportedWork(document, wordsOf.images),
    },
    stages: stageReportsIn(document),
  }
}

function encodedIn({ b64_json: encoded }: Json): string {
  return asText(encoded)
}

export const imagesAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json'],
  readDocument: readImages,
  example: {
    data: [
      {
        b64_json:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    ],
  },
}
