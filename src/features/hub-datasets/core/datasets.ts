// The dataset hf: datasets of the Hugging Face Hub, each with its own traits.
import { message } from '#core/messages/message.ts'
import { type DatasetTraits, type FeatureDatasets, recorded } from '#core/traits/dataset-rows.ts'
import { type HubChoice, hubDatasetOf, hubIds } from './hub-datasets.ts'

export const hubDatasets = {
  hf: {
    ...recorded,
    listedAfter: 'custom_audio',
    lengths: 'hfOutputLen',
    takesHfOutputLen: true,
    chosen: (config: HubChoice) => hubTraits(config),
    choices: hubIds.map((hfName) => ({ hfName })),
  },
} as const satisfies FeatureDatasets

function hubTraits(config: HubChoice): Partial<DatasetTraits> {
  const dataset = hubDatasetOf(config)
  if (dataset === null) return {}
  const { media, templateIsOptional, outputTokens, format } = dataset
  const only = { backends: ['openai-chat'], message: message('config.hubFunctions') }
  return {
    media,
    templateIsOptional,
    usualOutputTokens: outputTokens,
    takesHfOutputLen: format !== 'next-edit',
    only: format === 'function-calls' ? only : null,
  }
}
