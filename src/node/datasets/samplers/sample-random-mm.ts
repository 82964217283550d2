// The random-mm dataset: prompts of random lengths, with generated images and videos as parts of the message.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mediaBucketsOf, modalityOf, type Modality } from '#core/traits/media-buckets.ts'
import { sampleRandomMm as samplePrompts } from '#core/workload/random/random-mm.ts'
import { neededTokenizer, randomLengthsOf, requireGoingOn, type Sampler } from './sampler.ts'
import { encodeMotionJpeg } from '#core/media/motion-jpeg.ts'
import { encodeJpeg } from '#core/media/encode-jpeg.ts'
import type { MediaPart } from '#core/workload/message-content.ts'
import type { DrawnMedia } from '#core/workload/random/random-media.ts'
import { dataUrl } from '../load-image.ts'

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

const encoders: Readonly<Record<Modality, (drawn: DrawnMedia) => MediaPart>> = {
  image: (drawn) => ({
    type: 'image_url',
    image_url: { url: dataUrl(encodeJpeg(drawn), 'image/jpeg') },
  }),
  video: (drawn) => ({
    type: 'video_url',
    video_url: { url: dataUrl(encodeMotionJpeg(framesOf(drawn)), 'video/mp4') },
  }),
}

/** Encodes drawn pixels as a part of a chat message. */
export function encodeDrawnMedia(drawn: DrawnMedia): MediaPart {
  return encoders[modalityOf(drawn)](drawn)
}

/** The original client writes videos with a library that expects BGR pixels. */
function framesOf({ width, height, frames, pixels }: DrawnMedia) {
  const size = width * height * 3
  return Array.from({ length: frames }, (_, index) => ({
    width,
    height,
    pixels: blueFirst(pixels.subarray(index * size, (index + 1) * size)),
  }))
}

function blueFirst(pixels: Uint8Array): Uint8Array {
  const swapped = Uint8Array.from(pixels)
  for (let at = 0; at < swapped.length; at += 3) swapped.subarray(at, at + 3).reverse()
  return swapped
}
