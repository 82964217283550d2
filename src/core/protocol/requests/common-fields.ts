// The fields that end a request of every OpenAI-like family. Later fields win and keep the place of the one they
// replace, so that `extra_body` and what a request has of its own may override anything.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import type { Payload } from './request-form.ts'
import { appError } from '../../model/app-error.ts'
import type { PromptText } from '../../workload/random/round-trips.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import type { ChatMessage, ContentPart } from '../../workload/message-content.ts'

/** `own` are those a backend always sends. */
export function commonFields(
  { bodyOverrides }: SampledRequest,
  config: BenchmarkConfig,
  own: Payload = {},
): Payload {
  return {
    ...(ignoresEos(config) ? { ignore_eos: true } : {}),
    ...samplingParameters(config),
    ...own,
    ...config.extraBody,
    ...bodyOverrides,
  }
}

function samplingParameters(config: BenchmarkConfig): Payload {
  const parameters = {
    top_p: config.topP,
    top_k: config.topK,
    min_p: config.minP,
    temperature: config.temperature,
    frequency_penalty: config.frequencyPenalty,
    presence_penalty: config.presencePenalty,
    repetition_penalty: config.repetitionPenalty,
  }
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))
}

// The prompt as text, for the families that take no token ids.
export function promptText(prompt: SampledRequest['prompt']): PromptText {
  if (!(prompt instanceof TokenIds)) return prompt
  throw appError('unsupported', 'workload.textOnly', {}, { field: 'promptTokenIds' })
}

// The messages of a chat request: those the dataset brings, else one message made of the prompt and what belongs to it.
export type MessageOptions = Readonly<{ mediaPosition: 'first' | 'last' }>

/** Its text need not be written out yet. */
type SentPart = ContentPart | Readonly<{ type: 'text'; text: PromptText }>

type SentMessage = ChatMessage | Readonly<{ role: 'user'; content: readonly SentPart[] }>

export function chatMessagesOf(
  request: SampledRequest,
  { mediaPosition }: MessageOptions = { mediaPosition: 'last' },
): readonly SentMessage[] {
  if (request.chatMessages !== undefined) return request.chatMessages
  const { media = [] } = request
  const text = textParts(request)
  const content = mediaPosition === 'first' ? [...media, ...text] : [...text, ...media]
  return [{ role: 'user', content }]
}

function textParts({ content, prompt }: SampledRequest): readonly SentPart[] {
  if (content !== undefined) return content
  return [{ type: 'text', text: promptText(prompt) }]
}
