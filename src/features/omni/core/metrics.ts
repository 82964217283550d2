// Metrics of audio, images and video in responses. Names follow vLLM-Omni. Formulas: docs/measuring/requests.md.
import { type LatencyMetric, once } from '#core/metrics/latency-metric.ts'
import type { Amounts, BaseTally, ScalarRecord, TallyOf } from '#core/metrics/scalar-metric.ts'
import { ownCount, ownFigure, perSecond } from '#core/metrics/scalar-parts.ts'
import type { MadeKind } from '#core/records/made-kind.ts'
import type { MeasuredMedia, MeasuredRequest } from '#core/records/measured-request.ts'

/** Value of vLLM-Omni's client. */
const audibleGapS = 0.1

/** Amounts that a completed response of audio, images or video adds. */
const mediaSums = {
  soundResponses: ofKind('sound', () => 1),
  imagesResponses: ofKind('images', () => 1),
  videoResponses: ofKind('video', () => 1),
  soundS: ofKind('sound', ({ lengthS }) => lengthS),
  /** Responses whose audio had no audible gap. */
  continuous: ofKind('sound', ({ underrunS }) => Number((underrunS ?? 0) <= audibleGapS)),
  images: ofKind('images', ({ count }) => count),
  pixels: ofKind('images', ({ pixels }) => pixels),
  videoS: ofKind('video', ({ lengthS }) => lengthS),
  videoFrames: ofKind('video', ({ count }) => count),
} as const satisfies Amounts<MeasuredMedia>

function ofKind(kind: MadeKind, amount: (media: MeasuredMedia) => number | null) {
  return (media: MeasuredMedia): number => (media.kind === kind ? (amount(media) ?? 0) : 0)
}

type Tally = BaseTally & TallyOf<typeof mediaSums>

type Amount = (tally: Tally) => number

/** Null if no response contains this medium. */
function ofMedium(kind: MadeKind, amount: Amount) {
  return {
    compute: (tally: Tally) => (tally[`${kind}Responses`] > 0 ? amount(tally) : null),
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

const scalars = {
  /** Length of all generated audio; null without audio responses. */
  totalAudioS: {
    listedAfter: 'fluidityIndex',
    ...lengthOf('sound', ({ soundS }) => soundS, {
      key: 'total_audio_duration_s',
      label: 'Total audio duration generated(s):',
    }),
  },
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
} as const satisfies Readonly<Record<string, ScalarRecord<Tally>>>

/** Latency of responses of one medium; `us` is SQL over the row of a request. */
function latencyOf<const Kind extends MadeKind, const Until extends 'first-token' | 'end'>(
  kind: Kind,
  until: Until,
  us: string,
) {
  const requestColumn = `(CASE WHEN json_extract(made, '$.kind') = '${kind}' THEN ${us} END)`
  return { ...once(until), applies: kind, requestColumn } as const
}

/** Response seconds per second of audio in it; null for other responses, and for silence. */
function soundRtf({ made, latencyS }: MeasuredRequest): number | null {
  return made?.kind === 'sound' && made.lengthS ? latencyS / made.lengthS : null
}

/** Real-time factor of a video, by the server's clock if it reports the duration. */
function videoRtf({ made, latencyS }: MeasuredRequest): number | null {
  if (made?.kind !== 'video' || !made.lengthS) return null
  return (made.generationS ?? latencyS) / made.lengthS
}

/** Server time for images or a video, by its own clock. */
function generationS({ made }: MeasuredRequest, kind: MadeKind): number | null {
  return made?.kind === kind ? made.generationS : null
}

const latencies = {
  audio_ttfp: {
    listedAfter: 'ttft_including_retries',
    label: 'AUDIO_TTFP',
    title: 'Time to First Packet',
    valueS: ({ made }: MeasuredRequest) => made?.firstS ?? null,
    ...latencyOf('sound', 'first-token', "json_extract(made, '$.firstAtUs') - sent_at_us"),
    colors: ['#1d6f8f', '#7cc4dd'],
  },
  audio_rtf: {
    label: 'AUDIO_RTF',
    title: 'Real Time Factor',
    valueS: soundRtf,
    ...latencyOf(
      'sound',
      'end',
      "(ended_at_us - sent_at_us) / nullif(json_extract(made, '$.lengthS'), 0)",
    ),
    colors: ['#7a5c1e', '#d2b566'],
    written: 'ratio',
  },
  audio_duration: {
    label: 'AUDIO_DURATION',
    title: 'Audio Duration',
    valueS: ({ made }: MeasuredRequest) => (made?.kind === 'sound' ? made.lengthS : null),
    ...latencyOf('sound', 'end', "1e6 * json_extract(made, '$.lengthS')"),
    colors: ['#556b8a', '#a9bcd6'],
    written: 'seconds',
  },
  audio_underrun: {
    label: 'AUDIO_UNDERRUN',
    title: 'Streaming Audio Underrun',
    valueS: ({ made }: MeasuredRequest) => made?.underrunS ?? null,
    ...latencyOf('sound', 'end', "json_extract(made, '$.underrunUs')"),
    colors: ['#a8452f', '#e6a08a'],
    written: 'seconds',
  },
  image_generation: {
    label: 'IMAGE_GENERATION',
    title: 'Image Generation',
    valueS: (request: MeasuredRequest) => generationS(request, 'images'),
    ...latencyOf('images', 'end', "json_extract(made, '$.generationUs')"),
    colors: ['#5b4fb5', '#b0a5f0'],
  },
  video_rtf: {
    label: 'VIDEO_RTF',
    title: 'Video RTF',
    valueS: videoRtf,
    ...latencyOf(
      'video',
      'end',
      "coalesce(json_extract(made, '$.generationUs'), ended_at_us - sent_at_us) / nullif(json_extract(made, '$.lengthS'), 0)",
    ),
    colors: ['#86603a', '#d9ae82'],
    written: 'ratio',
  },
  video_generation: {
    label: 'VIDEO_GENERATION',
    title: 'Video Generation',
    valueS: (request: MeasuredRequest) => generationS(request, 'video'),
    ...latencyOf('video', 'end', "json_extract(made, '$.generationUs')"),
    colors: ['#8a3f7a', '#d995c8'],
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

export const omniMetrics = { mediaSums, scalars, latencies }
