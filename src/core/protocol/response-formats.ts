// How the answers of each protocol are read. The load generator knows a protocol by its name alone.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { audioAnswer } from './families/audio.ts'
import { chatAnswer } from './families/chat.ts'
import { chatOmniAnswer } from './families/chat-omni.ts'
import { completionsAnswer } from './families/completions.ts'
import { deepspeedMiiAnswer } from './families/deepspeed-mii.ts'
import { messagesAnswer } from './families/messages.ts'
import { realtimeAnswer } from './families/realtime.ts'
import { responsesAnswer } from './families/responses.ts'
import { imagesAnswer, videosAnswer } from './families/images-and-videos.ts'
import { speechAnswer } from './families/speech.ts'
import { tensorrtLlmAnswer } from './families/tensorrt-llm.ts'
import { tgiAnswer } from './families/tgi.ts'
import { isJson, parseObject, type Json } from './json-value.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  modelIn,
  readError,
  readUsage,
  type ResponseFormat,
} from './stream-event.ts'

/** Responses of servers that read a prompt and generate nothing: vectors or scores, in one document or as plain bytes. */
const pooledAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json', 'application/octet-stream'],
  readDocument: (document) =>
    document.contentType.includes('octet-stream') ? meaningOfBytes(document) : meaningOf(document),
  example: { data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 1 } },
}

/** The usage is in the header, if present. */
function meaningOfBytes({ metadata }: AnswerDocument): DocumentMeaning {
  return vectors(parseObject(metadata ?? '')?.usage)
}

/**
 * A response may contain megabytes of unused numbers. Only the usage is parsed, because parsing everything would delay
 * other responses.
 */
function meaningOf({ text }: AnswerDocument): DocumentMeaning | null {
  const body = text().trim()
  const usage = usageIn(body)
  const isEmpty = emptyPattern.test(body)
  const model = modelPattern.exec(body)?.[1] ?? null
  if (usage !== null) return { ...vectors(usage), isEmpty, model }
  const message = parseObject(body)
  if (message === null) return null
  const about = { isEmpty, model: modelIn(message), error: readError(message) }
  return { ...vectors(message.usage), ...about }
}

/** Results without numbers: none at all, or null in place of a number, for example after an overflow in the model. */
const emptyPattern = /(?<!\\)"(?:embedding|data|results)"\s*:\s*(?:\[\s*(?:\]|null\b)|null\b|"")/
const modelPattern = /(?<!\\)"model"\s*:\s*"([^"\\]*)"/

const usagePattern = /(?<!\\)"usage"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?=\s*[,}])/g

/** Null unless the key occurs exactly once. Quotes inside a JSON string would be escaped. */
function usageIn(body: string): Json | null {
  if (!body.startsWith('{') || !body.endsWith('}')) return null
  const [found, other] = body.matchAll(usagePattern)
  return found === undefined || other !== undefined ? null : parseObject(found[1] ?? '')
}

function vectors(usage: unknown): DocumentMeaning {
  const promptTokens = isJson(usage) ? (readUsage(usage)?.promptTokens ?? null) : null
  return { text: '', usage: { promptTokens, completionTokens: 0 }, error: null }
}

export const responseFormats: Readonly<Record<ProtocolName, ResponseFormat>> = {
  completions: completionsAnswer,
  chat: chatAnswer,
  'chat-omni': chatOmniAnswer,
  responses: responsesAnswer,
  messages: messagesAnswer,
  audio: audioAnswer,
  realtime: realtimeAnswer,
  speech: speechAnswer,
  images: imagesAnswer,
  videos: videosAnswer,
  tgi: tgiAnswer,
  'tensorrt-llm': tensorrtLlmAnswer,
  'deepspeed-mii': deepspeedMiiAnswer,
  pooling: pooledAnswer,
}
