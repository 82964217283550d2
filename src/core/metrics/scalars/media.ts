// Sound, images and video that responses hold. Names are those of vLLM-Omni.
import type { MadeKind } from '../../model/benchmark/made-kind.ts'
import type { RunTally, ScalarMetric } from '../scalar-metric.ts'
import { perSecond } from './per-second.ts'

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
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madeAmount(tally, 'sound', tally.soundS),
    unit: 's',
    task: 'generation',
    file: { key: 'total_audio_duration_s', isOwn: true },
    imported: null,
    csv: 'total_audio_duration_s',
    console: { label: 'Total audio duration generated(s):', digits: 2 },
    page: { format: 'duration', leftOutAt: null },
  },
  /** Seconds of sound per second. */
  audioThroughput: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madePerSecond(tally, 'sound', tally.soundS),
    unit: 's/s',
    better: 'higher',
    task: 'generation',
    file: { key: 'audio_throughput', isOwn: true },
    imported: null,
    csv: 'audio_throughput',
    console: { label: 'Audio throughput(audio duration/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
  /** Responses of sound in which a listener never waited more than 100 ms for more. */
  audioContinuity: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madeAmount(tally, 'sound', tally.continuous / tally.made.sound),
    unit: '',
    better: 'higher',
    task: 'generation',
    file: { key: 'audio_continuity_ok_rate', isOwn: true },
    imported: null,
    csv: 'audio_continuity_ok_rate',
    console: { label: 'Streaming continuity OK rate:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'none' },
  },
  /** Of responses of images; null where there were none. */
  totalImages: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: (tally) => madeAmount(tally, 'images', tally.images),
    unit: '',
    task: 'generation',
    file: { key: 'total_images', isOwn: true },
    imported: null,
    csv: 'total_images',
    console: { label: 'Total images generated:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Images per second. */
  imageThroughput: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madePerSecond(tally, 'images', tally.images),
    unit: 'img/s',
    better: 'higher',
    task: 'generation',
    file: { key: 'image_throughput', isOwn: true },
    imported: null,
    csv: 'image_throughput',
    console: { label: 'Image throughput (img/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
  /** Of each image. */
  averagePixels: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => (tally.images === 0 ? null : tally.pixels / tally.images),
    unit: '',
    task: 'generation',
    file: { key: 'average_pixels_per_image', isOwn: true },
    imported: null,
    csv: 'average_pixels_per_image',
    console: { label: 'Average pixels per image:', digits: 2 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Of responses of video; null where there were none. */
  totalVideoS: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madeAmount(tally, 'video', tally.videoS),
    unit: 's',
    task: 'generation',
    file: { key: 'total_video_duration_s', isOwn: true },
    imported: null,
    csv: 'total_video_duration_s',
    console: { label: 'Total video duration generated(s):', digits: 2 },
    page: { format: 'duration', leftOutAt: null },
  },
  /** Likewise. */
  totalVideoFrames: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: (tally) => madeAmount(tally, 'video', tally.videoFrames),
    unit: '',
    task: 'generation',
    file: { key: 'total_video_frames', isOwn: true },
    imported: null,
    csv: 'total_video_frames',
    console: { label: 'Total video frames generated:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Seconds of video per second. */
  videoThroughput: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => madePerSecond(tally, 'video', tally.videoS),
    unit: 's/s',
    better: 'higher',
    task: 'generation',
    file: { key: 'video_throughput', isOwn: true },
    imported: null,
    csv: 'video_throughput',
    console: { label: 'Video throughput(video duration/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
