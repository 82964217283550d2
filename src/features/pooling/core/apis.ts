// Requests and responses of the pooling backends: OpenAI embeddings, vLLM's pooling endpoint, rerank, and the Infinity server.
import { message, type Message } from '#core/messages/message.ts'
import { inputOf, type SampledRequest } from '#core/workload/sampled-request.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import {
  chatMessagesOf,
  commonFields,
  keyedJson,
  type MessageOptions,
  type Payload,
  type FeatureApis,
  type RequestForm,
} from '#core/protocol/requests/request-form.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { MediaPart } from '#core/workload/message-content.ts'
import { isJson, type Json, parseObject } from '#core/protocol/json-value.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  modelIn,
  readError,
  readUsage,
} from '#core/protocol/stream-event.ts'
import type { poolingBackends } from './backends.ts'
import { poolingProfiles } from './profiles.ts'

/** Truncates long prompts instead of failing, because many of these models accept few tokens. */
function cutToModel(config: BenchmarkConfig): Payload {
  return poolingProfiles.byName[config.compat]?.cutsPrompts === false
    ? {}
    : { truncate_prompt_tokens: -1 }
}

const embeddingsRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    input: inputOf(request),
    ...cutToModel(config),
    ...commonFields(request, config),
  }),
}

function messagesRequest(
  prepared: (request: SampledRequest) => SampledRequest,
  options?: MessageOptions,
): RequestForm {
  return {
    ...keyedJson,
    fields: (request, { config, model }) => ({
      model,
      messages: chatMessagesOf(prepared(request), options),
      ...cutToModel(config),
      ...commonFields(request, config),
    }),
  }
}

/** Alternates between images alone and images with a question. */
function withInstruction(request: SampledRequest): SampledRequest {
  if (request.media === undefined) return request
  const index = Number(/\d+$/.exec(request.requestId ?? '')?.[0] ?? 0)
  const prompt =
    index % 2 === 0
      ? 'Represent the given image.'
      : `Represent the given image with the following question: ${String(request.prompt)}`
  return { ...request, prompt }
}

const poolingRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    ...cutToModel(config),
    input: inputOf(request),
    ...commonFields(request, config),
  }),
}

/** For models that read either a text or an image: the text next to an image is empty. */
function withoutText(request: SampledRequest): SampledRequest {
  return request.media === undefined ? request : { ...request, prompt: '' }
}

/** Ranks documents for a query. Sends only the fields of vLLM's client, even with `--extra-body`. */
const rerankRequest: RequestForm = {
  ...keyedJson,
  fields: ({ prompt: query, furtherPrompts: documents = [] }, { config, model }) => {
    if (documents.length > 0) return { model, query, documents, ...cutToModel(config) }
    throw appError('unsupported', 'workload.noDocuments', {}, { field: 'datasetName' })
  },
}

function inputRequest(prepared: (request: SampledRequest) => SampledRequest): RequestForm {
  return {
    ...keyedJson,
    fields: (request, { config, model }) => ({
      model,
      ...inputFields(prepared(request)),
      ...commonFields(request, config),
    }),
  }
}

function inputFields(request: SampledRequest): Payload {
  if (request.prompt.length > 0) return { input: inputOf(request) }
  const [part, ...others] = request.media ?? []
  if (part === undefined || others.length > 0) throw notOne(request.media?.length ?? 0)
  return { input: addressOf(part), modality: part.type.replace(/_.*/, '') }
}

function addressOf(part: MediaPart): string {
  switch (part.type) {
    case 'image_url':
      return part.image_url.url
    case 'video_url':
      return part.video_url.url
    case 'input_audio':
      throw refusal(message('workload.soundInMessage'))
  }
}

function notOne(count: number): AppError {
  return refusal(
    count === 0 ? message('workload.emptyPrompt') : message('workload.severalImages', { count }),
  )
}

function refusal(what: Message): AppError {
  return appError('unsupported', 'workload.infinityInput', { what }, { field: 'backend' })
}

/** Responses of servers that read a prompt and generate no text: vectors or scores, in one document or as plain bytes. */
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

/** Results without numbers: none at all, or null instead of a number, for example after an overflow in the model. */
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

export const poolingApis: FeatureApis<typeof poolingBackends> = {
  requests: {
    'openai-embeddings': embeddingsRequest,
    'openai-embeddings-chat': messagesRequest((request) => request),
    'openai-embeddings-clip': messagesRequest(withoutText),
    'openai-embeddings-vlm2vec': messagesRequest(withInstruction, { mediaPosition: 'first' }),
    'infinity-embeddings': inputRequest((request) => request),
    'infinity-embeddings-clip': inputRequest(withoutText),
    'vllm-pooling': poolingRequest,
    'vllm-rerank': rerankRequest,
  },
  responses: { pooling: pooledAnswer },
}
