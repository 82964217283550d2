// Embeddings as the Infinity server takes them: of texts, or of the one picture, film or sound a request has.
import { AppError } from '../../model/app-error.ts'
import type { MediaPart } from '../../workload/message-content.ts'
import { inputOf, type SampledRequest } from '../../workload/sampled-request.ts'
import { commonFields } from '../requests/common-fields.ts'
import type { Payload, RequestForm } from '../requests/request-form.ts'
import { withoutText } from './media-only.ts'

export const infinityRequest = inputRequest((request) => request)

export const infinityClipRequest = inputRequest(withoutText)

function inputRequest(prepared: (request: SampledRequest) => SampledRequest): RequestForm {
  return {
    encoding: 'json',
    sendsKey: true,
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
      throw refusal('sound inside of a message')
  }
}

function notOne(count: number): AppError {
  return refusal(count === 0 ? 'an empty prompt' : `${count} pictures in one request`)
}

function refusal(what: string): AppError {
  return new AppError('unsupported', `Infinity embeds one text or one picture, not ${what}.`, {
    field: 'backend',
    remedy: 'Choose another dataset, or a chat-shaped embeddings backend.',
  })
}
