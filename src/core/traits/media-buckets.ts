// Parses sizes of images and videos from a command line: "(height, width, frames)" and a weight.

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

export type RandomMediaSpec = Readonly<{
  /** Mean number of items per prompt. */
  baseItems: number
  /** Spread of the number: 0 always gives the mean, 1 gives none to twice the mean. */
  rangeRatio: number
  /** Maximum number of items of a kind per prompt. */
  limits: Readonly<Partial<Record<Modality, number>>>
  /** Sizes to choose from; a size without a weight is never chosen. */
  buckets: readonly MediaBucket[]
}>

type ItemRange = Readonly<{ least: number; most: number }>

export function itemRange({ baseItems, rangeRatio, limits, buckets }: RandomMediaSpec): ItemRange {
  const modalities = new Set(drawnFrom(buckets).map(modalityOf))
  const limit = [...modalities].reduce((sum, modality) => sum + (limits[modality] ?? 0), 0)
  return {
    least: Math.max(0, Math.floor(baseItems * (1 - rangeRatio))),
    most: Math.min(limit, Math.ceil(baseItems * (1 + rangeRatio))),
  }
}

/** Sizes with a weight. */
export function drawnFrom(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  return buckets.filter(({ weight }) => weight > 0)
}
