// Rules of datasets that bring pictures, films or sound.
import { message } from '#core/messages/message.ts'
import { itemRange } from '../../workload/random/random-media.ts'
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { mediaFormOf, offersMessages } from './dataset-media.ts'
import { mediaBucketsOf } from './media-buckets.ts'

const isRandomMm = ({ datasetName }: BenchmarkConfig): boolean => datasetName === 'random-mm'

const backendsFor = {
  parts: message('config.mediaChat'),
  recording: message('config.recordingsAudio'),
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
    message: message('config.probeOfAudio'),
  },
  {
    field: 'enableMultimodalChat',
    broken: (config) => config.enableMultimodalChat && !offersMessages(config),
    message: message('config.noMedia'),
  },
  {
    field: 'customEnsureClientSideData',
    broken: ({ customEnsureClientSideData, datasetName }) =>
      customEnsureClientSideData && datasetName !== 'custom_image',
    message: message('config.noImageParts'),
  },
  {
    field: 'randomMmBucketConfig',
    broken: (config) =>
      isRandomMm(config) &&
      Object.values(config.randomMmBucketConfig).every((weight) => weight === 0),
    message: message('config.noBucket'),
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
    message: message('config.tooManyItems'),
  },
]
