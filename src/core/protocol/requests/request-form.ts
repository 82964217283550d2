// How requests of an API family are built; the encoder needs nothing else.
import type { BackendTraits } from '#core/backends/api-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import type { SharedText } from '../../workload/shared-text.ts'
import type { StoredText } from '../../workload/stored-text.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { appError } from '../../model/app-error.ts'
import type { PromptText } from '../../workload/random/round-trips.ts'
import type { ResponseFormat } from '../answer-reader.ts'
import type { ChatMessage, ContentPart } from '../../workload/message-content.ts'

export type RequestForm = Readonly<{
  encoding: EncodingName
  /** `Authorization` contains the user's key. */
  sendsKey: boolean
  /** Headers besides the common ones. */
  headers?: (apiKey: string | null) => Readonly<Record<string, string>>
  /** Fields in send order. */
  fields: (request: SampledRequest, options: BodyOptions) => Payload
  /** Settings for its responses. */
  settings?: (config: BenchmarkConfig) => ResponseSettings
}>

export type ResponseSettings = Readonly<{
  /** Sample rate of audio responses in Hz; absent selects the usual rate. */
  soundRate?: number | undefined
  /** For responses that start a job: interval and time limit of its polling, in seconds. */
  polling?: Readonly<{ everyS: number; atMostS: number }> | undefined
  /** Stores the server's report about the stages of its pipeline; off if absent. */
  keepStages?: boolean
}>

/** Requests to a feature's backends, and the responses of its own protocols. */
export type FeatureApis<Backends extends Readonly<Record<string, BackendTraits>>> = Readonly<{
  requests: Readonly<Record<keyof Backends, RequestForm>>
  responses: Readonly<
    Record<Exclude<Backends[keyof Backends]['protocol'], 'completions'>, ResponseFormat>
  >
}>

/** Defaults of most families. */
export const keyedJson = { encoding: 'json', sendsKey: true } as const

export type EncodingName = 'json' | 'multipart' | 'frames'

/** Text to send as UTF-8, bytes, and prompts as JSON, sent consecutively. */
export type BodyPieces = readonly (string | Uint8Array | TokenIds | SharedText | StoredText)[]

/** A form field that is repeated for each value. */
export class RepeatedField {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

export type Payload = Readonly<Record<string, unknown>>

export type BodyOptions = Readonly<{
  config: BenchmarkConfig
  /** Model name known to the server. */
  model: string
  /** Separates the fields of a form; must not occur in any of them. */
  boundary: string
}>

export type FieldValues<Field extends string> = Readonly<
  Record<Field, (request: SampledRequest, options: BodyOptions) => unknown>
>

/** Payload of the fields that a compatibility profile sends, in its order. */
export function fieldsInOrder<Field extends string>(
  fields: readonly Field[],
  values: FieldValues<Field>,
): RequestForm['fields'] {
  return (request, options) =>
    Object.fromEntries(fields.map((field) => [field, values[field](request, options)]))
}

/** `own` are fields that a backend always sends. */
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

/** Without those that were not given. */
export function samplingParameters(config: BenchmarkConfig): Payload {
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

// Prompt as text, for families that do not accept token ids.
export function promptText(prompt: SampledRequest['prompt']): PromptText {
  if (!(prompt instanceof TokenIds)) return prompt
  throw appError('unsupported', 'workload.textOnly', {}, { field: 'promptTokenIds' })
}

// Messages of a chat request: from the dataset, else one message with the prompt and its media.
export type MessageOptions = Readonly<{ mediaPosition: 'first' | 'last' }>

/** Its text may not be serialised yet. */
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
