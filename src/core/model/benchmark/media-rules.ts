// Rules of datasets that bring pictures, films or sound.
import { itemRange } from '../../workload/random/random-media.ts'
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { mediaFormOf, offersMessages } from './dataset-media.ts'
import { mediaBucketsOf } from './media-buckets.ts'

const isRandomMm = ({ datasetName }: BenchmarkConfig): boolean => datasetName === 'random-mm'

const backendsFor = {
  parts: 'pictures and films are sent as parts of chat messages; choose openai-chat',
  recording: 'recordings are sent to be written down; choose openai-audio',
}

export const mediaRules: readonly BenchmarkRule[] = [
  {
    field: 'backend',
    broken: (config) => {
      const form = mediaFormOf(config)
      return form !== null && !backendTraits[config.backend].takesMedia.includes(form)
    },
    message: (config) => backendsFor[mediaFormOf(config) ?? 'parts'],
  },
  {
    field: 'probeRequestRate',
    broken: ({ backend, probeRequestRate }) =>
      probeRequestRate > 0 && backendTraits[backend].takesMedia.includes('recording'),
    message: 'a probe is one short text, and this backend hears recordings; drop it',
  },
  {
    field: 'enableMultimodalChat',
    broken: (config) => config.enableMultimodalChat && !offersMessages(config),
    message: 'has no effect on this dataset, which brings nothing to be seen or heard in a chat',
  },
  {
    field: 'customEnsureClientSideData',
    broken: ({ customEnsureClientSideData, datasetName }) =>
      customEnsureClientSideData && datasetName !== 'custom_image',
    message: 'is about the pictures of custom_image; leave it off for other datasets',
  },
  {
    field: 'randomMmBucketConfig',
    broken: (config) =>
      isRandomMm(config) &&
      Object.values(config.randomMmBucketConfig).every((weight) => weight === 0),
    message: 'needs at least one size with a weight above 0',
  },
  {
    field: 'randomMmBaseItemsPerRequest',
    broken: (config) => {
      const { least, most } = itemRange({
        baseItems: config.randomMmBaseItemsPerRequest,
        rangeRatio: config.randomMmNumMmItemsRangeRatio,
        limits: config.randomMmLimitMmPerPrompt,
        buckets: mediaBucketsOf(config.randomMmBucketConfig),
      })
      return isRandomMm(config) && least > most
    },
    message: 'asks for more items than the limits per prompt allow; lower it or raise the limits',
  },
]
