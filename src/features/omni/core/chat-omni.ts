// Chat completions as vLLM-Omni extends them: each message of the stream is text, audio or an image.
import { appError } from '#core/model/app-error.ts'
import { asText, isJson, type Json, objectsIn, parseObject } from '#core/protocol/json-value.ts'
import {
  chatMessagesOf,
  commonFields,
  keyedJson,
  type RequestForm,
} from '#core/protocol/requests/request-form.ts'
import {
  readError,
  silentEvent,
  type StreamedMedia,
  type StreamEvent,
  type StreamFormat,
} from '#core/protocol/stream-event.ts'
import { chatAnswer } from '#core/protocol/families/chat.ts'
import { StreamedMediaReader } from './streamed-media.ts'
import { stageSettings } from './work-reports.ts'

export const chatOmniRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => {
    if (config.extraBody?.response_format === 'pcm') {
      throw appError('unsupported', 'workload.noPcmInChat', {}, { field: 'extraBody' })
    }
    return {
      model,
      messages: chatMessagesOf(request),
      temperature: 0,
      max_tokens: request.expectedOutputTokens,
      stream: true,
      stream_options: { include_usage: true, continuous_usage_stats: true },
      return_stage_metrics: true,
      ...commonFields(request, config),
    }
  },
  settings: stageSettings,
}

/** Text, audio and images each have a finish reason: only `[DONE]` ends the response. */
function readOmniEvent(payload: string): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const media = mediaIn(message)
  const isText = !mediaModalities.some((name) => name === message.modality)
  const event = isText ? chatAnswer.readEvent(payload) : mediaEvent(message)
  if (event === null) return null
  return { ...event, finished: false, serverTimes: null, ...(media !== null && { media }) }
}

const mediaModalities = ['audio', 'image'] as const

/** Its usage includes tokens of other stages. */
function mediaEvent(message: Json): StreamEvent {
  return { ...silentEvent, chunk: true, error: readError(message) }
}

/** Null for text without a report of the server's work. */
function mediaIn(message: Json): StreamedMedia | null {
  const [choice] = objectsIn(message.choices)
  const delta = isJson(choice?.delta) ? choice.delta : {}
  const { modality } = message
  if (modality === 'audio') return { sound: soundIn(delta), images: [], work: message }
  if (modality === 'image') return { sound: null, images: imagesIn(delta), work: message }
  return isJson(message.metrics) ? { sound: null, images: [], work: message } : null
}

/** Null if there are none. */
function soundIn({ content, audio }: Json): string | null {
  const encoded = asText(content) || (isJson(audio) ? asText(audio.data) : '')
  return encoded === '' ? null : encoded
}

/** A message of images contains at least one. */
function imagesIn({ content }: Json): readonly Json[] {
  const images = objectsIn(content)
  return images.length === 0 ? [{}] : images
}

export const chatOmniAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readOmniEvent,
  holes: chatAnswer.holes,
  ending: 'done',
  latencyEnds: 'last-message',
  beginMedia: (options) => new StreamedMediaReader(options),
  example: chatAnswer.example,
}
