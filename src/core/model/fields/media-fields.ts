// Fields that say what pictures, films and sound go out with the prompts.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { bucketKeyPattern, modalities } from '../benchmark/media-buckets.ts'
import { nonNegativeInteger } from './field-types.ts'

const bucketKey = z.string().regex(bucketKeyPattern, inEnglish(message('config.bucketKey')))

export const mediaFields = {
  enableMultimodalChat: z.boolean().default(false),
  customEnsureClientSideData: z.boolean().default(false),
  randomMmBaseItemsPerRequest: nonNegativeInteger.default(1),
  randomMmNumMmItemsRangeRatio: z.number().min(0).max(1).default(0),
  randomMmLimitMmPerPrompt: z
    .partialRecord(z.enum(modalities), nonNegativeInteger)
    .default({ image: 255, video: 1 }),
  randomMmBucketConfig: z.record(bucketKey, z.number().min(0)).default({
    '(256, 256, 1)': 0.5,
    '(720, 1280, 1)': 0.5,
    '(720, 1280, 16)': 0,
  }),
}
