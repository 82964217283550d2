// The images and videos of a random prompt, and their pixels: all drawn from the generator of the prompts.
import { modalityOf, type MediaBucket, type Modality } from '#core/model/benchmark/media-buckets.ts'
import type { Pcg64 } from '#core/random/pcg64.ts'

export type RandomMediaSpec = Readonly<{
  /** Items beside each prompt, more or less. */
  baseItems: number
  /** From 0, always as many, to 1, none up to twice as many. */
  rangeRatio: number
  /** Most items of a kind beside one prompt. */
  limits: Readonly<Partial<Record<Modality, number>>>
  /** Sizes to choose from; only those with a weight are ever chosen. */
  buckets: readonly MediaBucket[]
}>

/** Three bytes per pixel, row by row, frame by frame. */
export type DrawnMedia = MediaBucket & Readonly<{ pixels: Uint8Array }>

type ItemRange = Readonly<{ least: number; most: number }>

export function itemRange({ baseItems, rangeRatio, limits, buckets }: RandomMediaSpec): ItemRange {
  const modalities = new Set(chosenFrom(buckets).map(modalityOf))
  const limit = [...modalities].reduce((sum, modality) => sum + (limits[modality] ?? 0), 0)
  return {
    least: Math.max(0, Math.floor(baseItems * (1 - rangeRatio))),
    most: Math.min(limit, Math.ceil(baseItems * (1 + rangeRatio))),
  }
}

/** One after the other, since the pixels of one are drawn before the size of the next. */
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

function chosenFrom(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  return buckets.filter(({ weight }) => weight > 0)
}

/** Weights that add up to one. */
function withShares(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  const chosen = chosenFrom(buckets)
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0)
  return chosen.map((bucket) => ({ ...bucket, weight: bucket.weight / total }))
}
