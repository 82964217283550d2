// Embeddings as the Infinity server takes them: of texts, or of the one image, video or sound a request has.
import { message, type Message } from '#core/messages/message.ts'
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
      throw refusal(message('workload.soundInMessage'))
  }
}

function notOne(count: number): AppError {
  return refusal(
    count === 0 ? message('workload.emptyPrompt') : message('workload.severalImages', { count }),
  )
}

function refusal(what: Message): AppError {
  return new AppError('unsupported', message('workload.infinityInput', { what }), {
    field: 'backend',
    remedy: message('workload.infinityInput.remedy'),
  })
}
