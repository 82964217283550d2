// The hf dataset: one of the datasets of the hub that the original knows, from the hub or from a copy of it.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { hubDatasetOf, hubIdOf, type HubDataset } from '#core/model/benchmark/hub-datasets.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { notEmpty, type Sampler } from '../samplers/sampler.ts'
import { sampleHubFunctionCalls } from './sample-hub-function-calls.ts'
import { sampleHubPrompts } from './sample-hub-prompts.ts'
import { sampleHubSpeech } from './sample-hub-speech.ts'
import type { HubSampler } from './hub-sampler.ts'

const samplers: Readonly<Partial<Record<HubDataset['format'], HubSampler>>> = {
  speech: sampleHubSpeech,
  'speech-by-path': sampleHubSpeech,
  'function-calls': sampleHubFunctionCalls,
}

export const sampleHub: Sampler = async (config, sources) => {
  const dataset = knownDataset(config)
  const sample = samplers[dataset.format] ?? sampleHubPrompts
  return notEmpty<SampledRequest>(await sample(config, sources, dataset), {
    problem: message('workload.noUsableRow', { id: hubIdOf(config) }),
    remedy: message('workload.noUsableRow.remedy'),
  })
}

function knownDataset(config: BenchmarkConfig): HubDataset {
  const dataset = hubDatasetOf(config)
  if (dataset !== null) return dataset
  throw new AppError('invalid-input', message('workload.unknownDataset', { id: hubIdOf(config) }), {
    field: 'hfName',
    remedy: message('workload.unknownDataset.remedy'),
  })
}
