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
