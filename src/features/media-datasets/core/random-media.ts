// Images and videos of a random prompt, and their pixels, all drawn from the generator of the prompts. Sizes are written on the
// command line as "(height, width, frames)", with a weight.
import type { Pcg64 } from '#core/random/pcg64.ts'

export const modalities = ['image', 'video'] as const
export type Modality = (typeof modalities)[number]

export type MediaBucket = Readonly<{
  height: number
  width: number
  /** One frame is an image, more are a video. */
  frames: number
  weight: number
}>

/** Each at least 1. */
export const bucketKeyPattern = /^\([1-9]\d*, [1-9]\d*, [1-9]\d*\)$/

export function mediaBucketsOf(weights: Readonly<Record<string, number>>): readonly MediaBucket[] {
  return Object.entries(weights).map(([key, weight]) => {
    const [height = 0, width = 0, frames = 0] = (key.match(/\d+/g) ?? []).map(Number)
    return { height, width, frames, weight }
  })
}

export function modalityOf({ frames }: Pick<MediaBucket, 'frames'>): Modality {
  return frames > 1 ? 'video' : 'image'
}

type RandomMediaSpec = Readonly<{
  /** Mean number of items per prompt. */
  baseItems: number
  /** Spread of the number: 0 always gives the mean, 1 gives none to twice the mean. */
  rangeRatio: number
  /** Maximum number of items of a kind per prompt. */
  limits: Readonly<Partial<Record<Modality, number>>>
  /** Sizes to choose from; a size without a weight is never chosen. */
  buckets: readonly MediaBucket[]
}>

export function itemRange({ baseItems, rangeRatio, limits, buckets }: RandomMediaSpec) {
  const modalities = new Set(drawnFrom(buckets).map(modalityOf))
  const limit = [...modalities].reduce((sum, modality) => sum + (limits[modality] ?? 0), 0)
  return {
    least: Math.max(0, Math.floor(baseItems * (1 - rangeRatio))),
    most: Math.min(limit, Math.ceil(baseItems * (1 + rangeRatio))),
  }
}

/** Sizes with a weight. */
function drawnFrom(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  return buckets.filter(({ weight }) => weight > 0)
}

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
