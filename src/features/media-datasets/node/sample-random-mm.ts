// The random-mm dataset: prompts of random lengths, with generated images and videos as parts of the message.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Pcg64 } from '#core/random/pcg64.ts'
import { type MediaPart, transformedMessages } from '#core/workload/message-content.ts'
import { fitInOrder } from '#core/workload/random/exact-length.ts'
import { drawUnmarkedIds } from '#core/workload/random/random-drawing.ts'
import { fittedPrefix, promptIds, roundTripsOf } from '#core/workload/random/random-prompts.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { dataUrl } from '#node/datasets/media-address.ts'
import {
  neededTokenizer,
  randomLengthsOf,
  requireGoingOn,
  type Sampler,
} from '#node/datasets/samplers/sampler.ts'
import { encodeJpeg } from '#features/media-datasets/core/encode-jpeg.ts'
import { encodeMotionJpeg } from '#features/media-datasets/core/motion-jpeg.ts'
import {
  drawMedia,
  type DrawnMedia,
  mediaBucketsOf,
  type Modality,
  modalityOf,
} from '#features/media-datasets/core/random-media.ts'

export const sampleRandomMm: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const spec = {
    baseItems: config.randomMmBaseItemsPerRequest,
    rangeRatio: config.randomMmNumMmItemsRangeRatio,
    limits: config.randomMmLimitMmPerPrompt,
    buckets: mediaBucketsOf(config.randomMmBucketConfig),
  }
  const random = new Pcg64(config.seed)
  const lengths = randomLengthsOf(config)
  const { draws, prefixIds, ids, drawIds } = drawUnmarkedIds(lengths, tokenizer, random)
  const prefix = await fittedPrefix(prefixIds, { tokenizer, drawIds })
  const drafts = promptIds(draws, ids, prefix).map((ids, index) => ({
    ids,
    targetTokens: prefixIds.length + (draws.inputLens[index] ?? 0),
  }))
  const roundTrips = await roundTripsOf(
    drafts.map(({ ids }) => ids),
    tokenizer,
  )
  const requests: SampledRequest[] = []
  for await (const together of fitInOrder(drafts, { roundTrips, drawIds })) {
    for (const prompt of together) {
      const text = String(prompt.text)
      const media: MediaPart[] = []
      for (const drawn of drawMedia(spec, random)) {
        // A large image takes 0.1 s, so this yields in between to let a cancellation through.
        await nextTurn()
        requireGoingOn(sources)
        media.push(encodeDrawnMedia(drawn))
      }
      const index = requests.length
      requests.push({
        prompt: text,
        promptTokens: prompt.ids.length,
        expectedOutputTokens: draws.outputLens[index] ?? 0,
        requestId: `${sources.requestIdPrefix}${index}`,
        ...(config.enableMultimodalChat
          ? { chatMessages: transformedMessages(text, media) }
          : { media }),
      })
    }
  }
  return requests
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
