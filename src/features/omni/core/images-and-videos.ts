// Images and videos in the OpenAI API, as vLLM-Omni's client requests them. Text yields one document of images; a form creates a
// video job, which the client polls until it ends.
import { message, type Text } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { ImagePart, MediaPart } from '#core/workload/message-content.ts'
import { asText, isJson, type Json, objectsIn, parseObject } from '#core/protocol/json-value.ts'
import {
  commonFields,
  keyedJson,
  type Payload,
  promptText,
  RepeatedField,
  type RequestForm,
} from '#core/protocol/requests/request-form.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  readError,
} from '#core/protocol/stream-event.ts'
import { imageSizeOf } from './image-size.ts'
import { positive, readStageMetrics, reportedWork, stageSettings, wordsOf } from './work-reports.ts'

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
  settings: stageSettings,
}

/** `--extra-body` contains it as one string or as two numbers. */
function sizeOf({ size, width, height }: Payload): Payload {
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
    stages: () => readStageMetrics(document),
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

/** Polling interval and timeout in `--extra-body`; not sent to the server. */
const pollFields = { every: 'poll_interval_s', atMost: 'poll_timeout_s' } as const
const usualPolling = { everyS: 2, atMostS: 6 * 60 * 60 }

export const videosRequest: RequestForm = {
  encoding: 'multipart',
  sendsKey: true,
  fields: (request, { config, model }) => {
    const common: Payload = commonFields(request, config)
    const { size, width, height, ...others } = common
    const fields = Object.entries(others).filter(
      ([name, value]) => value !== null && !Object.values<string>(pollFields).includes(name),
    )
    return {
      model,
      prompt: promptText(request.prompt),
      ...sizeOf({ size, width, height }),
      ...Object.fromEntries(fields),
    }
  },
  settings: (config) => ({
    ...stageSettings(config),
    polling: {
      everyS: positive(config.extraBody?.[pollFields.every]) ?? usualPolling.everyS,
      atMostS: positive(config.extraBody?.[pollFields.atMost]) ?? usualPolling.atMostS,
    },
  }),
}

/** Job id in a response, and whether the job has ended. */
export function readJob(text: string): Readonly<{ id: string; isOver: boolean }> | null {
  const job = parseObject(text)
  const id = asText(job?.id)
  if (job === null || id === '') return null
  return { id, isOver: ['completed', 'failed'].includes(asText(job.status)) }
}

function readVideo({ text: read }: AnswerDocument): DocumentMeaning | null {
  const job = parseObject(read())
  if (job === null) return null
  const error = readError(job) ?? failureOf(job)
  if (error === null && job.status !== 'completed') return null
  return {
    text: '',
    usage: { promptTokens: null, completionTokens: 0 },
    error,
    made: {
      kind: 'video',
      ...{ firstAtUs: null, underrunUs: null, pixels: null },
      lengthS: lengthOf(job),
      count: positive(job.num_frames),
      ...reportedWork(job, wordsOf.video),
    },
    stages: () => readStageMetrics(job),
  }
}

function failureOf({ status, error }: Json): Text | null {
  if (status !== 'failed') return null
  return isJson(error) ? asText(error.message) : message('runs.noVideo')
}

/** Length that the server resolved, else the length in the echoed request. */
function lengthOf({ duration_s: lengthS, num_frames: frames, fps, seconds }: Json): number | null {
  const [count, perS] = [positive(frames), positive(fps)]
  const asked = Number(seconds)
  return (
    positive(lengthS) ??
    (count !== null && perS !== null ? count / perS : null) ??
    (asked > 0 ? asked : null)
  )
}

export const videosAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json'],
  readDocument: readVideo,
  example: { id: 'v', status: 'completed', duration_s: 1, num_frames: 1, fps: 1 },
}

/** Fields of `--extra-body` that vLLM-Omni's client sends. */
const sentFields = [
  ...['negative_prompt', 'num_inference_steps', 'guidance_scale', 'guidance_scale_2', 'strength'],
  ...['true_cfg_scale', 'seed', 'generator_device', 'lora', 'layers', 'resolution', 'bot_task'],
  ...['sys_type', 'system_prompt', 'return_stage_metrics'],
]

/** Image edits as vLLM-Omni's client requests them: a form of a prompt and images as input, a document of images as output. */
export const imageEditsRequest: RequestForm = {
  encoding: 'multipart',
  sendsKey: true,
  fields: (request, { config, model }) => {
    const common: Payload = {
      ...{ bot_task: config.imageEditsBotTask, return_stage_metrics: true },
      ...commonFields(request, config),
    }
    const { size, width, height, output_format: format = 'png', stream } = common
    if (stream === true) {
      throw appError('unsupported', 'workload.noStreamedEdits', {}, { field: 'extraBody' })
    }
    const urls = (request.media ?? []).filter(isImage).map(({ image_url: { url } }) => url)
    if (urls.length === 0) {
      throw appError('unsupported', 'workload.noImagesToEdit', {}, { field: 'datasetName' })
    }
    const own = sentFields.flatMap((name) => {
      const value = common[name]
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
    return {
      model,
      prompt: promptText(request.prompt),
      response_format: 'b64_json',
      output_format: format,
      stream: 'false',
      ...{ size: 'auto', ...sizeOf({ size, width, height }) },
      ...Object.fromEntries(own),
      url: new RepeatedField(urls),
    }
  },
  settings: stageSettings,
}

function isImage(part: MediaPart): part is ImagePart {
  return part.type === 'image_url'
}
