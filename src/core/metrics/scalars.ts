// The scalars of a run, one record each. Every surface is made from them: the stored summary, result files, CSV, the printed
// report, tables, comparisons, saved pages and the window. Columns of CSV files have this order. Titles: core/messages.
// Formulas: docs/measuring.md.
import type { MadeKind } from '../model/benchmark/made-kind.ts'
import type { RunTally, ScalarMetric } from './scalar-metric.ts'

function perSecond(amount: number, { durationS }: RunTally): number {
  return durationS > 0 ? amount / durationS : 0
}

function reasoningTokens(tally: RunTally): number | null {
  const isKnown = tally.reasoned > 0 && tally.uncountedReasoning === 0
  return isKnown ? tally.reasoningTokens : null
}

function cachedTokens(tally: RunTally): number | null {
  return tally.cacheKnown > 0 ? tally.cachedTokens : null
}

function discardedTokens(tally: RunTally): number | null {
  return tally.clientCancelled > 0 ? tally.discardedTokens : null
}

/** Null where no agents ran. */
function trajectories(tally: RunTally): number | null {
  return tally.agentSteps > 0 ? tally.trajectories : null
}

/** Null where no response held such a medium. */
function madeAmount({ made }: RunTally, kind: MadeKind, amount: number): number | null {
  return made[kind] > 0 ? amount : null
}

function madePerSecond(tally: RunTally, kind: MadeKind, amount: number): number | null {
  return madeAmount(tally, kind, perSecond(amount, tally))
}

function shareOf(part: number | null, whole: number): number | null {
  return part === null || whole === 0 ? null : part / whole
}

export const scalars = {
  durationS: {
    stored: { type: 'number' },
    compute: ({ durationS }) => durationS,
    unit: 's',
    task: 'any',
    file: { key: 'duration' },
    imported: null,
    csv: 'duration_s',
    console: { label: 'Benchmark duration (s):', digits: 2 },
    page: { format: 'duration', isAlwaysKnown: true },
  },
  completed: {
    stored: { type: 'int' },
    compute: ({ completed }) => completed,
    unit: '',
    task: 'any',
    file: { key: 'completed' },
    imported: null,
    csv: 'completed',
    console: { label: 'Successful requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true },
  },
  failed: {
    stored: { type: 'int', isNullable: true },
    compute: ({ requests, completed, rejected, clientCancelled }) =>
      requests - completed - rejected - clientCancelled,
    unit: '',
    task: 'any',
    file: { key: 'failed' },
    imported: 'requests',
    csv: 'failed',
    console: { label: 'Failed requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true },
  },
  /** Requests sent twice. */
  resent: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ resent }) => resent,
    unit: '',
    task: 'any',
    imported: null,
    csv: 'resent',
  },
  /** Requests that the server rejected on every attempt: neither completed nor failed. Null where it rejected none. */
  rejected: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ rejected, rejectedAttempts }) => (rejectedAttempts === 0 ? null : rejected),
    unit: '',
    task: 'any',
    file: { key: 'rejected', isOwn: true },
    imported: null,
    csv: 'rejected',
    console: { label: 'Rejected requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true, leftOutAt: null },
  },
  rejectedAttempts: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ rejectedAttempts }) => (rejectedAttempts === 0 ? null : rejectedAttempts),
    unit: '',
    task: 'any',
    file: { key: 'rejected_attempts', isOwn: true },
    imported: null,
    csv: 'rejected_attempts',
    console: { label: 'Rejected attempts:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true, leftOutAt: null },
  },
  /** Waits between attempts of all requests together. */
  retryWaitS: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ retryWaitS, rejectedAttempts }) => (rejectedAttempts === 0 ? null : retryWaitS),
    unit: 's',
    task: 'any',
    file: { key: 'retry_wait', isOwn: true },
    imported: null,
    csv: 'retry_wait_s',
    console: { label: 'Waited between attempts (s):', digits: 2 },
    page: { format: 'duration', isAlwaysKnown: true, leftOutAt: null },
  },
  /** Requests cancelled as `--cancel-after` says: neither completed nor failed. Null where none were. */
  clientCancelled: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ clientCancelled }) => (clientCancelled === 0 ? null : clientCancelled),
    unit: '',
    task: 'any',
    file: { key: 'client_cancelled', isOwn: true },
    imported: null,
    csv: 'client_cancelled',
    console: { label: 'Requests cancelled by the client:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true, leftOutAt: null },
  },
  /** Received by these. */
  discardedTokens: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: discardedTokens,
    unit: '',
    task: 'generation',
    file: { key: 'discarded_tokens', isOwn: true },
    imported: null,
    csv: 'discarded_tokens',
    console: { label: 'Tokens received of cancelled requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true, leftOutAt: null },
  },
  /** Of all tokens received: the output of cancelled requests. */
  discardedShare: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => shareOf(discardedTokens(tally), tally.outputTokens + tally.discardedTokens),
    unit: '',
    better: 'lower',
    task: 'generation',
    file: { key: 'discarded_share', isOwn: true },
    imported: null,
    csv: 'discarded_share',
    console: { label: 'Share of tokens discarded:', digits: 2 },
    page: { format: 'share', isAlwaysKnown: true, leftOutAt: null },
    shareColumn: true,
  },
  totalInputTokens: {
    stored: { type: 'int' },
    compute: ({ inputTokens }) => inputTokens,
    unit: '',
    task: 'any',
    file: { key: 'total_input_tokens' },
    imported: null,
    csv: 'total_input_tokens',
    console: { label: 'Total input tokens:', digits: 0 },
    page: { format: 'count' },
  },
  totalOutputTokens: {
    stored: { type: 'int' },
    compute: ({ outputTokens }) => outputTokens,
    unit: '',
    task: 'generation',
    file: { key: 'total_output_tokens' },
    imported: 'requests',
    csv: 'total_output_tokens',
    console: { label: 'Total generated tokens:', digits: 0, countsTokens: true },
    page: { format: 'count' },
  },
  /** Of the output, before the answers; null where no response reasoned, or some of the reasoning was not counted. */
  totalReasoningTokens: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: reasoningTokens,
    unit: '',
    task: 'generation',
    file: { key: 'total_reasoning_tokens', isOwn: true },
    imported: null,
    csv: 'total_reasoning_tokens',
    console: { label: 'Total reasoning tokens:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  reasoningShare: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => shareOf(reasoningTokens(tally), tally.outputTokens),
    unit: '',
    better: 'lower',
    task: 'generation',
    file: { key: 'reasoning_share', isOwn: true },
    imported: null,
    csv: 'reasoning_share',
    console: { label: 'Reasoning share of output tokens:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'reasoningShare' },
    shareColumn: true,
  },
  /** Responses that reasoned until their end. */
  unanswered: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ reasoned, unanswered }) => (reasoned === 0 ? null : unanswered),
    unit: '',
    task: 'generation',
    file: { key: 'unanswered', isOwn: true },
    imported: null,
    csv: 'unanswered',
    console: { label: 'Responses without an answer:', digits: 0, leftOutAt: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Of the prompts, found in the server's prefix cache; null where it did not report them. */
  totalCachedTokens: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: cachedTokens,
    unit: '',
    task: 'generation',
    file: { key: 'total_cached_tokens', isOwn: true },
    imported: null,
    csv: 'total_cached_tokens',
    page: { format: 'count', leftOutAt: null },
  },
  cachedShare: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => shareOf(cachedTokens(tally), tally.inputTokens),
    unit: '',
    better: 'higher',
    task: 'generation',
    file: { key: 'cached_share', isOwn: true },
    imported: null,
    csv: 'cached_share',
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'cachedShare' },
    shareColumn: true,
  },
  /** Texts read, of which a request may hold several. */
  totalInputs: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ inputs }) => inputs,
    unit: '',
    task: 'pooling',
    file: { key: 'total_input_sequences' },
    imported: null,
    csv: 'total_inputs',
    page: { format: 'count' },
  },
  requestThroughput: {
    stored: { type: 'number' },
    compute: (tally) => perSecond(tally.completed, tally),
    unit: 'req/s',
    better: 'higher',
    task: 'any',
    file: { key: 'request_throughput' },
    imported: 'totals',
    csv: 'request_throughput',
    console: { label: 'Request throughput (req/s):', digits: 2 },
    page: { format: 'number' },
    compared: { family: 'throughput', interval: 'requests' },
    column: true,
    savedAxis: true,
  },
  requestGoodput: {
    stored: { type: 'number', isNullable: true },
    compute: (tally) => (tally.good === null ? null : perSecond(tally.good, tally)),
    unit: 'req/s',
    better: 'higher',
    task: 'any',
    /** vLLM of October 2024 to mid-2025 wrote the key with a colon. */
    file: { key: 'request_goodput', aliases: ['request_goodput:'] },
    imported: null,
    csv: 'request_goodput',
    console: { label: 'Request goodput (req/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'goodRequests', inHeadline: true },
  },
  inputsThroughput: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => perSecond(tally.inputs, tally),
    unit: 'inputs/s',
    better: 'higher',
    task: 'pooling',
    file: { key: 'input_sequence_throughput' },
    imported: null,
    csv: 'inputs_throughput',
    console: { label: 'Input throughput (inputs/s):', digits: 2 },
    page: { format: 'number' },
    compared: { family: 'throughput', interval: 'requests', inHeadline: true, row: 'inputs/s' },
  },
  outputThroughput: {
    stored: { type: 'number' },
    compute: (tally) => perSecond(tally.outputTokens, tally),
    unit: 'tok/s',
    better: 'higher',
    task: 'generation',
    file: { key: 'output_throughput' },
    imported: 'totals',
    csv: 'output_throughput',
    console: { label: 'Output token throughput (tok/s):', digits: 2, countsTokens: true },
    page: { format: 'number' },
    compared: {
      family: 'throughput',
      interval: 'outputTokens',
      inHeadline: true,
      row: 'output tok/s',
    },
    column: true,
    savedAxis: true,
  },
  totalTokenThroughput: {
    stored: { type: 'number' },
    compute: (tally) => perSecond(tally.inputTokens + tally.outputTokens, tally),
    unit: 'tok/s',
    better: 'higher',
    task: 'any',
    file: { key: 'total_token_throughput' },
    imported: 'totals',
    csv: 'total_token_throughput',
    console: { label: 'Total token throughput (tok/s):', digits: 2, countsTokens: true },
    page: { format: 'number' },
    compared: { family: 'throughput', interval: 'totalTokens' },
    savedAxis: true,
  },
  /** Most stream events in one whole second, as vLLM counts. */
  maxOutputTokensPerS: {
    stored: { type: 'number', isNullable: true },
    compute: ({ peakEvents }) => peakEvents,
    unit: 'tok/s',
    task: 'generation',
    file: { key: 'max_output_tokens_per_s' },
    imported: 'times',
    csv: 'max_output_tokens_per_s',
    console: { label: 'Peak output token throughput (tok/s):', digits: 2, countsTokens: true },
    page: { format: 'number' },
  },
  /** Peak concurrency by whole seconds, as vLLM counts (may exceed the true peak). */
  maxConcurrentRequests: {
    stored: { type: 'int', isNullable: true },
    compute: ({ peakRequests }) => peakRequests,
    unit: '',
    task: 'any',
    file: { key: 'max_concurrent_requests' },
    imported: 'times',
    console: { label: 'Peak concurrent requests:', digits: 2 },
  },
  /** The true peak of requests in flight. */
  peakConcurrency: {
    stored: { type: 'int', isNullable: true },
    compute: ({ peakConcurrency }) => peakConcurrency,
    unit: '',
    task: 'any',
    imported: 'times',
    csv: 'peak_concurrency',
    page: { format: 'count', isAlwaysKnown: true },
  },
  /** Seconds of recordings transcribed per second; 0 where none were sent. */
  rtfx: {
    stored: { type: 'number', earlierRuns: 0 },
    compute: (tally) => perSecond(tally.inputAudioS, tally),
    unit: 's/s',
    task: 'generation',
    file: { key: 'rtfx' },
    imported: null,
    console: { label: 'RTFx (Inverse Real-Time Factor):', digits: 2, leftOutAt: 0 },
    page: { format: 'number', leftOutAt: 0 },
  },
  /** Of agents: ended without a failure, those that began midway included. */
  trajectories: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: trajectories,
    unit: '',
    task: 'generation',
    file: { key: 'trajectories', isOwn: true },
    imported: null,
    csv: 'trajectories',
    console: { label: 'Completed trajectories:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  trajectoriesPerMin: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => {
      const ended = trajectories(tally)
      return ended === null ? null : 60 * perSecond(ended, tally)
    },
    unit: '/min',
    better: 'higher',
    task: 'generation',
    file: { key: 'trajectories_per_min', isOwn: true },
    imported: null,
    csv: 'trajectories_per_min',
    console: { label: 'Trajectories per minute:', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: { family: 'throughput', interval: 'trajectories', inHeadline: true },
  },
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
  /** Of all GPUs together. */
  meanPowerW: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.meanPowerW ?? null,
    isSampled: true,
    unit: 'W',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'mean_power_w',
    compared: { family: 'amount', interval: 'none' },
    shareColumn: true,
  },
  /** Of prompts and outputs. */
  energyPerToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.tokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_token_j',
    compared: { family: 'amount', interval: 'tokenEnergy' },
    shareColumn: true,
  },
  /** Of the steady window where there is one. */
  energyPerOutputToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.outputTokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_output_token_j',
    compared: { family: 'amount', interval: 'outputTokenEnergy' },
    shareColumn: true,
  },
  /** Of requests within every limit of `--goodput`. */
  energyPerGoodToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.goodTokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_good_token_j',
    compared: { family: 'amount', interval: 'goodTokenEnergy' },
    shareColumn: true,
  },
  /** Requests at the busiest engine over the mean of all. */
  imbalance: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.imbalance ?? null,
    isSampled: true,
    unit: '×',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'imbalance',
    compared: { family: 'amount', interval: 'none' },
    shareColumn: true,
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>

export type ScalarName = keyof typeof scalars
