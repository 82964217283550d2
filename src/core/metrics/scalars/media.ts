// Sound, images and video that responses hold. Names are those of vLLM-Omni.
import type { MadeKind } from '../../model/benchmark/made-kind.ts'
import type { RunTally, ScalarMetric } from '../scalar-metric.ts'
import { ownFigure, perSecond } from './common-parts.ts'

/** Null where no response held such a medium. */
function madeAmount({ made }: RunTally, kind: MadeKind, amount: number): number | null {
  return made[kind] > 0 ? amount : null
}

function madePerSecond(tally: RunTally, kind: MadeKind, amount: number): number | null {
  return madeAmount(tally, kind, perSecond(amount, tally))
}

export const mediaScalars = {
  /** Of responses of sound; null where there were none. */
  totalAudioS: {
    ...ownFigure('number', 'total_audio_duration_s'),
    compute: (tally) => madeAmount(tally, 'sound', tally.soundS),
    unit: 's',
    task: 'generation',
    console: { label: 'Total audio duration generated(s):', digits: 2 },
    page: { format: 'duration', leftOutAt: null },
  },
  /** Seconds of sound per second. */
  audioThroughput: {
    ...ownFigure('number', 'audio_throughput'),
    compute: (tally) => madePerSecond(tally, 'sound', tally.soundS),
    unit: 's/s',
    better: 'higher',
    task: 'generation',
    console: { label: 'Audio throughput(audio duration/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
  /** Responses of sound in which a listener never waited more than 100 ms for more. */
  audioContinuity: {
    ...ownFigure('number', 'audio_continuity_ok_rate'),
    compute: (tally) => madeAmount(tally, 'sound', tally.continuous / tally.made.sound),
    unit: '',
    better: 'higher',
    task: 'generation',
    console: { label: 'Streaming continuity OK rate:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'none' },
  },
  /** Of responses of images; null where there were none. */
  totalImages: {
    ...ownFigure('int', 'total_images'),
    compute: (tally) => madeAmount(tally, 'images', tally.images),
    unit: '',
    task: 'generation',
    console: { label: 'Total images generated:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Images per second. */
  imageThroughput: {
    ...ownFigure('number', 'image_throughput'),
    compute: (tally) => madePerSecond(tally, 'images', tally.images),
    unit: 'img/s',
    better: 'higher',
    task: 'generation',
    console: { label: 'Image throughput (img/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
  /** Of each image. */
  averagePixels: {
    ...ownFigure('number', 'average_pixels_per_image'),
    compute: (tally) => (tally.images === 0 ? null : tally.pixels / tally.images),
    unit: '',
    task: 'generation',
    console: { label: 'Average pixels per image:', digits: 2 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Of responses of video; null where there were none. */
  totalVideoS: {
    ...ownFigure('number', 'total_video_duration_s'),
    compute: (tally) => madeAmount(tally, 'video', tally.videoS),
    unit: 's',
    task: 'generation',
    console: { label: 'Total video duration generated(s):', digits: 2 },
    page: { format: 'duration', leftOutAt: null },
  },
  /** Likewise. */
  totalVideoFrames: {
    ...ownFigure('int', 'total_video_frames'),
    compute: (tally) => madeAmount(tally, 'video', tally.videoFrames),
    unit: '',
    task: 'generation',
    console: { label: 'Total video frames generated:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Seconds of video per second. */
  videoThroughput: {
    ...ownFigure('number', 'video_throughput'),
    compute: (tally) => madePerSecond(tally, 'video', tally.videoS),
    unit: 's/s',
    better: 'higher',
    task: 'generation',
    console: { label: 'Video throughput(video duration/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
