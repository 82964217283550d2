// Metrics of audio, images and video in responses. Names follow vLLM-Omni.
import type { MadeKind } from '#core/records/made-kind.ts'
import type { BaseTally, ScalarRecord } from './scalar-metric.ts'
import { ownCount, ownFigure, perSecond } from './scalar-parts.ts'

type Amount = (tally: BaseTally) => number

/** Null if no response contains this medium. */
function ofMedium(kind: MadeKind, amount: Amount) {
  return {
    compute: (tally: BaseTally) => (tally[`${kind}Responses`] > 0 ? amount(tally) : null),
  } as const
}

function lengthOf<const Key extends string>(
  kind: MadeKind,
  amount: Amount,
  { key, label }: Readonly<{ key: Key; label: string }>,
) {
  return {
    ...ownFigure('number', key),
    ...ofMedium(kind, amount),
    unit: 's',
    console: { label, digits: 2 },
    page: { format: 'duration', leftOutAt: null },
  } as const
}

type Throughput<Key, Unit> = Readonly<{ key: Key; unit: Unit; label: string }>

function throughputOf<const Key extends string, const Unit extends string>(
  kind: MadeKind,
  amount: Amount,
  { key, unit, label }: Throughput<Key, Unit>,
) {
  return {
    ...ownFigure('number', key),
    ...ofMedium(kind, (tally) => perSecond(amount(tally), tally)),
    unit,
    better: 'higher',
    console: { label, digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'made' },
  } as const
}

export const mediaScalars = {
  /** Length of all generated audio; null without audio responses. */
  totalAudioS: lengthOf('sound', ({ soundS }) => soundS, {
    key: 'total_audio_duration_s',
    label: 'Total audio duration generated(s):',
  }),
  /** Seconds of audio per second. */
  audioThroughput: throughputOf('sound', ({ soundS }) => soundS, {
    key: 'audio_throughput',
    unit: 's/s',
    label: 'Audio throughput(audio duration/s):',
  }),
  /** Audio responses whose listener never waits more than 100 ms for the next part. */
  audioContinuity: {
    ...ownFigure('number', 'audio_continuity_ok_rate'),
    ...ofMedium('sound', ({ continuous, soundResponses }) => continuous / soundResponses),
    better: 'higher',
    console: { label: 'Streaming continuity OK rate:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'none' },
  },
  /** Null without image responses. */
  totalImages: {
    ...ownCount('total_images', 'Total images generated:'),
    ...ofMedium('images', ({ images }) => images),
  },
  /** Images per second. */
  imageThroughput: throughputOf('images', ({ images }) => images, {
    key: 'image_throughput',
    unit: 'img/s',
    label: 'Image throughput (img/s):',
  }),
  /** Mean over the images. */
  averagePixels: {
    ...ownFigure('number', 'average_pixels_per_image'),
    compute: (tally) => (tally.images === 0 ? null : tally.pixels / tally.images),
    console: { label: 'Average pixels per image:', digits: 2 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Length of all generated video; null without video responses. */
  totalVideoS: lengthOf('video', ({ videoS }) => videoS, {
    key: 'total_video_duration_s',
    label: 'Total video duration generated(s):',
  }),
  /** Null without video responses. */
  totalVideoFrames: {
    ...ownCount('total_video_frames', 'Total video frames generated:'),
    ...ofMedium('video', ({ videoFrames }) => videoFrames),
  },
  /** Seconds of video per second. */
  videoThroughput: throughputOf('video', ({ videoS }) => videoS, {
    key: 'video_throughput',
    unit: 's/s',
    label: 'Video throughput(video duration/s):',
  }),
} as const satisfies Readonly<Record<string, ScalarRecord>>
