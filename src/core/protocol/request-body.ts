// The JSON text of one request, per backend: the fields and the order of the newest `vllm bench serve`.
import type { BackendName } from '../model/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import { datasetTraits } from '../model/dataset-traits.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'
import { chatMessagesOf } from './chat-messages.ts'

type Payload = Readonly<Record<string, unknown>>

type BodyOptions = Readonly<{
  config: BenchmarkConfig
  /** The name the server knows the model by. */
  model: string
}>

const usageAtTheEnd = { stream: true, stream_options: { include_usage: true } }

const payloads: Readonly<
  Record<BackendName, (request: SampledRequest, options: BodyOptions) => Payload>
> = {
  openai: completionsPayload,
  vllm: completionsPayload,
  'openai-chat': chatPayload,
}

/** Later fields win and keep the place of the one they replace, so that `extra_body` may override anything. */
export function buildRequestBody(request: SampledRequest, options: BodyOptions): string {
  const { config } = options
  return JSON.stringify({
    ...payloads[config.backend](request, options),
    ...(ignoresEndOfSequence(config) ? { ignore_eos: true } : {}),
    ...samplingParameters(config),
    ...config.extraBody,
    ...request.bodyOverrides,
  })
}

function completionsPayload(
  { prompt, expectedOutputTokens }: SampledRequest,
  { config, model }: BodyOptions,
): Payload {
  return {
    model,
    prompt,
    repetition_penalty: 1,
    max_tokens: expectedOutputTokens,
    logprobs: config.logprobs,
    ...usageAtTheEnd,
  }
}

function chatPayload(request: SampledRequest, { model }: BodyOptions): Payload {
  return {
    model,
    messages: chatMessagesOf(request),
    max_completion_tokens: request.expectedOutputTokens,
    ...usageAtTheEnd,
  }
}

/** Random prompts end at random: the original always asks for their full output length. */
function ignoresEndOfSequence({ ignoreEos, datasetName }: BenchmarkConfig): boolean {
  return ignoreEos || datasetTraits[datasetName].ignoresEos
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
