// Sizes of images and videos as they are written on a command line: "(height, width, frames)" and a weight.

export const modalities = ['image', 'video'] as const
export type Modality = (typeof modalities)[number]

export type MediaBucket = Readonly<{
  height: number
  width: number
  /** One is an image, more are a video. */
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
  /** Items beside each prompt, more or less. */
  baseItems: number
  /** Spread of the count: 0 is always the mean, 1 is none up to twice the mean. */
  rangeRatio: number
  /** Most items of a kind beside one prompt. */
  limits: Readonly<Partial<Record<Modality, number>>>
  /** Sizes to choose from; only those with a weight are ever chosen. */
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

/** Those with a weight. */
export function drawnFrom(buckets: readonly MediaBucket[]): readonly MediaBucket[] {
  return buckets.filter(({ weight }) => weight > 0)
}
