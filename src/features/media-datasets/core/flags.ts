// Flags of datasets with images and videos.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import {
  bucketKeyPattern,
  itemRange,
  mediaBucketsOf,
  modalities,
  type Modality,
} from './random-media.ts'
import {
  count,
  type DatasetChoice,
  type FeatureFlags,
  isDataset,
  nonNegativeInteger,
  onOff,
} from '#core/flags/flag.ts'

const bucketKey = z
  .string()
  .regex(bucketKeyPattern, { error: () => schemaText(message('config.bucketKey')) })
const isRandomMm = isDataset('random-mm')
const ofRandomMm = { place: 'front', affects: 'load', appliesTo: isRandomMm } as const
const isCustomImage = isDataset('custom_image')

type Buckets = DatasetChoice & Readonly<{ randomMmBucketConfig: Readonly<Record<string, number>> }>
type Items = Buckets &
  Readonly<{
    randomMmBaseItemsPerRequest: number
    randomMmNumMmItemsRangeRatio: number
    randomMmLimitMmPerPrompt: Readonly<Partial<Record<Modality, number>>>
  }>

function hasItemRange(config: Items): boolean {
  const { least, most } = itemRange({
    baseItems: config.randomMmBaseItemsPerRequest,
    rangeRatio: config.randomMmNumMmItemsRangeRatio,
    limits: config.randomMmLimitMmPerPrompt,
    buckets: mediaBucketsOf(config.randomMmBucketConfig),
  })
  return least <= most
}

export const mediaDatasetFlags = {
  flags: {
    customEnsureClientSideData: {
      listedAfter: 'enableMultimodalChat',
      ...onOff,
      summary: 'Custom images: embed each image in its request, read or downloaded beforehand.',
      label: 'Send images inside requests',
      place: 'front',
      after: 'customOutputLen',
      appliesTo: isCustomImage,
      rules: {
        broken: (config: DatasetChoice & { customEnsureClientSideData: boolean }) =>
          config.customEnsureClientSideData && !isCustomImage(config),
        message: message('config.noImageParts'),
      },
    },
    randomMmBaseItemsPerRequest: {
      listedAfter: 'customEnsureClientSideData',
      ...ofRandomMm,
      ...count,
      schema: nonNegativeInteger.default(1),
      summary: 'Random media: images and videos per prompt.',
      label: 'Images and videos per prompt',
      after: 'sonnetPrefixLen',
      rules: {
        broken: (config: Items) => isRandomMm(config) && !hasItemRange(config),
        message: message('config.tooManyItems'),
      },
    },
    randomMmNumMmItemsRangeRatio: {
      listedAfter: 'randomMmBaseItemsPerRequest',
      ...ofRandomMm,
      schema: z.number().min(0).max(1).default(0),
      kind: 'number',
      metavar: 'R',
      summary:
        'Random media: vary their number uniformly between (1 − R) and (1 + R) times the number above.',
      label: 'Their number varies by',
      after: 'randomMmBaseItemsPerRequest',
    },
    randomMmLimitMmPerPrompt: {
      listedAfter: 'randomMmNumMmItemsRangeRatio',
      ...ofRandomMm,
      schema: z
        .partialRecord(z.enum(modalities), nonNegativeInteger)
        .default({ image: 255, video: 1 }),
      kind: 'json',
      metavar: 'JSON',
      summary: 'Random media: maximum of each kind per prompt, such as {"image": 3, "video": 1}.',
      label: 'Max of each kind',
      after: 'randomMmNumMmItemsRangeRatio',
    },
    randomMmBucketConfig: {
      listedAfter: 'randomMmLimitMmPerPrompt',
      ...ofRandomMm,
      schema: z.record(bucketKey, z.number().min(0)).default({
        '(256, 256, 1)': 0.5,
        '(720, 1280, 1)': 0.5,
        '(720, 1280, 16)': 0,
      }),
      kind: 'sizes',
      metavar: '{(H, W, T): P, …}',
      summary: 'Random media: height, width, frames and weight of each size; 1 frame is an image.',
      label: 'Sizes and shares',
      after: 'randomMmLimitMmPerPrompt',
      rules: {
        broken: (config: Buckets) =>
          isRandomMm(config) &&
          Object.values(config.randomMmBucketConfig).every((weight) => weight === 0),
        message: message('config.noBucket'),
      },
    },
  },
} as const satisfies FeatureFlags
