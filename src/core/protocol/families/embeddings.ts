// Embeddings as OpenAI asks for them: of a prompt or a list of prompts, or of a chat message with images.
import { chatMessagesOf, type MessageOptions } from '../requests/chat-messages.ts'
import { commonFields } from '../requests/common-fields.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import type { Payload, RequestForm } from '../requests/request-form.ts'
import { inputOf, type SampledRequest } from '../../workload/sampled-request.ts'
import { withoutText } from './media-only.ts'

/** Many of these models read few tokens; a longer prompt is cut rather than refused. */
export function cutToModel(config: BenchmarkConfig): Payload {
  return compatProfileOf(config).pooling?.cutsPrompts === false
    ? {}
    : { truncate_prompt_tokens: -1 }
}

export const embeddingsRequest: RequestForm = {
  encoding: 'json',
  sendsKey: true,
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
    encoding: 'json',
    sendsKey: true,
    fields: (request, { config, model }) => ({
      model,
      messages: chatMessagesOf(prepared(request), options),
      ...cutToModel(config),
      ...commonFields(request, config),
    }),
  }
}

/** Images alone and images with a question, alternating. */
function withInstruction(request: SampledRequest): SampledRequest {
  if (request.media === undefined) return request
  const index = Number(/\d+$/.exec(request.requestId ?? '')?.[0] ?? 0)
  const prompt =
    index % 2 === 0
      ? 'Represent the given image.'
      : `Represent the given image with the following question: ${String(request.prompt)}`
  return { ...request, prompt }
}
