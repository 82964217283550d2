// The fields that end a request of every OpenAI-like family. Later fields win and keep the place of the one they
// replace, so that `extra_body` and what a request has of its own may override anything.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { ignoresEos } from '../../model/benchmark/ignores-eos.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import type { Payload } from './request-form.ts'

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
