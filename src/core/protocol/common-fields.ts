// The fields that end a request of every OpenAI-like family. Later fields win and keep the place of the one they
// replace, so that `extra_body` and what a request has of its own may override anything.
import { isPooling } from '../model/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import { datasetTraits } from '../model/dataset-traits.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'
import type { Payload } from './request-form.ts'

export function commonFields({ bodyOverrides }: SampledRequest, config: BenchmarkConfig): Payload {
  return {
    ...(ignoresEndOfSequence(config) ? { ignore_eos: true } : {}),
    ...samplingParameters(config),
    ...config.extraBody,
    ...bodyOverrides,
  }
}

/** Random prompts end at random: the original always asks for their full output length, where there is any. */
function ignoresEndOfSequence(config: BenchmarkConfig): boolean {
  return config.ignoreEos || (datasetTraits[config.datasetName].ignoresEos && !isPooling(config))
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
