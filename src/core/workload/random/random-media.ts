// Images and videos of a random prompt, and their pixels, all drawn from the generator of the prompts.
import {
  drawnFrom,
  itemRange,
  type MediaBucket,
  modalityOf,
  type RandomMediaSpec,
} from '#core/traits/media-buckets.ts'
import type { Pcg64 } from '#core/random/pcg64.ts'

/** Three bytes per pixel, row by row, frame by frame. */
export type DrawnMedia = MediaBucket & Readonly<{ pixels: Uint8Array }>

/** Sequential, because the pixels of one are drawn before the size of the next. */
export function* drawMedia(spec: RandomMediaSpec, random: Pcg64): Generator<DrawnMedia> {
  const { least, most } = itemRange(spec)
  const wanted = random.integer(least, most + 1)
  const counts = { image: 0, video: 0 }
  let buckets = withShares(spec.buckets)
  while (counts.image + counts.video < wanted) {
    const bucket = random.choice(
      buckets,
      buckets.map(({ weight }) => weight),
    )
    const modality = modalityOf(bucket)
    if (counts[modality] < (spec.limits[modality] ?? 0)) {
      counts[modality] += 1
      const { height, width, frames } = bucket
      yield { ...bucket, pixels: random.bytes(frames * height * width * 3) }
    } else {
      buckets = withShares(buckets.filter((other) => modalityOf(other) !== modality))
    }
  }
}

/** Weights that sum to one. */
function withShares(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  const chosen = drawnFrom(buckets)
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0)
  return chosen.map((bucket) => ({ ...bucket, weight: bucket.weight / total }))
}
