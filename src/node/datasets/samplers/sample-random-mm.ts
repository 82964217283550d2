// The random-mm dataset: prompts of random lengths, with generated images and videos as parts of the message.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mediaBucketsOf } from '#core/traits/media-buckets.ts'
import { sampleRandomMm as samplePrompts } from '#core/workload/random/random-mm.ts'
import { encodeDrawnMedia } from '../encode-drawn-media.ts'
import { neededTokenizer, randomLengthsOf, requireGoingOn, type Sampler } from './sampler.ts'

export const sampleRandomMm: Sampler = async (config, sources) => {
  const media = {
    baseItems: config.randomMmBaseItemsPerRequest,
    rangeRatio: config.randomMmNumMmItemsRangeRatio,
    limits: config.randomMmLimitMmPerPrompt,
    buckets: mediaBucketsOf(config.randomMmBucketConfig),
  }
  return samplePrompts(
    {
      ...randomLengthsOf(config),
      media,
      asMessages: config.enableMultimodalChat,
      requestIdPrefix: sources.requestIdPrefix,
    },
    {
      tokenizer: neededTokenizer(sources, config),
      encodeMedia: async (drawn) => {
        // A large image takes 0.1 s, so this yields in between to let a cancellation through.
        await nextTurn()
        requireGoingOn(sources)
        return encodeDrawnMedia(drawn)
      },
    },
  )
}
