// The hf dataset: one of the datasets of the hub that the original knows, from the hub or from a copy of it.
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
    problem: `${hubIdOf(config)} has no row that can be used`,
    remedy: 'Rows are left out by their lengths or durations; see the flags of this dataset.',
  })
}

function knownDataset(config: BenchmarkConfig): HubDataset {
  const dataset = hubDatasetOf(config)
  if (dataset !== null) return dataset
  throw new AppError('invalid-input', `${hubIdOf(config)} is no dataset that is known here`, {
    field: 'hfName',
    remedy: 'Name the dataset it is a copy of with --hf-name.',
  })
}
