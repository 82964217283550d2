// Requests of the pooling backends: OpenAI embeddings, vLLM's pooling endpoint, rerank, and the Infinity server.
import { message, type Message } from '#core/messages/message.ts'
import { inputOf, type SampledRequest } from '../../workload/sampled-request.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import {
  chatMessagesOf,
  commonFields,
  keyedJson,
  type MessageOptions,
  type Payload,
  type RequestForm,
} from '../requests/request-form.ts'
import { appError, type AppError } from '../../model/app-error.ts'
import type { MediaPart } from '../../workload/message-content.ts'

/** Truncates long prompts instead of failing, because many of these models accept few tokens. */
function cutToModel(config: BenchmarkConfig): Payload {
  return compatProfileOf(config).pooling?.cutsPrompts === false
    ? {}
    : { truncate_prompt_tokens: -1 }
}

export const embeddingsRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    input: inputOf(request),
    ...cutToModel(config),
    ...commonFields(request, config),
  }),
}

export const embeddingsChatRequest = messagesRequest((request) => request)

export const embeddingsClipRequest = messagesRequest(withoutText)

export const embeddingsVlm2vecRequest = messagesRequest(withInstruction, {
  mediaPosition: 'first',
})

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

export const poolingRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    ...cutToModel(config),
    input: inputOf(request),
    ...commonFields(request, config),
  }),
}

/** For models that read either a text or an image: the text beside an image stays empty. */
function withoutText(request: SampledRequest): SampledRequest {
  return request.media === undefined ? request : { ...request, prompt: '' }
}

/** Ranks documents for a query. Sends only the fields of vLLM's client, even with `--extra-body`. */
export const rerankRequest: RequestForm = {
  ...keyedJson,
  fields: ({ prompt: query, furtherPrompts: documents = [] }, { config, model }) => {
    if (documents.length > 0) return { model, query, documents, ...cutToModel(config) }
    throw appError('unsupported', 'workload.noDocuments', {}, { field: 'datasetName' })
  },
}

export const infinityRequest = inputRequest((request) => request)

export const infinityClipRequest = inputRequest(withoutText)

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
