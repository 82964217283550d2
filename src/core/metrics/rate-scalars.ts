// Amounts per second, and peaks.
import type { BaseTally, ScalarRecord } from './scalar-metric.ts'
import { ownFigure, perSecond, vllmFigure } from './scalar-parts.ts'

/** Amount per second of a run; an imported file may have the amount without the rate. */
function throughput<const Key extends string, const Unit extends string>(
  key: Key,
  unit: Unit,
  amount: (tally: BaseTally) => number,
) {
  return {
    ...vllmFigure('number', key),
    compute: (tally: BaseTally) => perSecond(amount(tally), tally),
    unit,
    better: 'higher',
    imported: 'totals',
    page: { format: 'number' },
  } as const
}

/** Per second; null if the tokens were not counted. */
function ofCountedTokens(amount: (tally: BaseTally) => number) {
  return {
    stored: { type: 'number', isNullable: true },
    compute: (tally: BaseTally) => (tally.countsTokens ? perSecond(amount(tally), tally) : null),
  } as const
}

export const rateScalars = {
  requestThroughput: {
    ...throughput('request_throughput', 'req/s', ({ completed }) => completed),
    task: 'any',
    console: { label: 'Request throughput (req/s):', digits: 2 },
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
    csv: 'request_goodput',
    console: { label: 'Request goodput (req/s):', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: {
      family: 'throughput',
      interval: 'goodRequests',
      needsGoals: true,
      lack: 'goodput',
      inHeadline: true,
    },
  },
  outputThroughput: {
    ...throughput('output_throughput', 'tok/s', ({ outputTokens }) => outputTokens),
    ...ofCountedTokens(({ outputTokens }) => outputTokens),
    console: { label: 'Output token throughput (tok/s):', digits: 2, countsTokens: true },
    compared: {
      family: 'throughput',
      interval: 'outputTokens',
      inHeadline: true,
    },
    column: true,
    savedAxis: true,
  },
  totalTokenThroughput: {
    ...throughput(
      'total_token_throughput',
      'tok/s',
      (tally) => tally.inputTokens + tally.outputTokens,
    ),
    ...ofCountedTokens((tally) => tally.inputTokens + tally.outputTokens),
    task: 'any',
    console: { label: 'Total token throughput (tok/s):', digits: 2, countsTokens: true },
    compared: { family: 'throughput', interval: 'totalTokens' },
    savedAxis: true,
  },
  /** Maximum stream events in one whole second, as vLLM counts. */
  maxOutputTokensPerS: {
    stored: { type: 'number', isNullable: true },
    compute: ({ peakEvents, countsTokens }) => (countsTokens ? peakEvents : null),
    unit: 'tok/s',
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
    task: 'any',
    file: { key: 'max_concurrent_requests' },
    imported: 'times',
    csv: 'peak_concurrency',
    console: { label: 'Peak concurrent requests:', digits: 2 },
  },
  /** True peak of requests in flight. */
  peakConcurrency: {
    stored: { type: 'int', isNullable: true },
    compute: ({ peakConcurrency }) => peakConcurrency,
    task: 'any',
    imported: 'times',
    csv: 'peak_in_flight',
    page: { format: 'count', isAlwaysKnown: true },
  },
  /** Seconds of audio transcribed per second; 0 if no audio was sent. */
  rtfx: {
    stored: { type: 'number', earlierRuns: 0 },
    compute: (tally) => perSecond(tally.inputAudioS, tally),
    unit: 's/s',
    file: { key: 'rtfx' },
    console: { label: 'RTFx (Inverse Real-Time Factor):', digits: 2, leftOutAt: 0 },
    page: { format: 'number', leftOutAt: 0 },
  },
  /** Share of token deadlines met; null without a limit on TPOT. */
  fluidityIndex: {
    ...ownFigure('number', 'fluidity_index'),
    compute: ({ deadlines, missedDeadlines }) =>
      deadlines === 0 ? null : 1 - missedDeadlines / deadlines,
    better: 'higher',
    console: { label: 'Fluidity index:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'none', needsGoals: true, lack: 'goodput' },
  },
} as const satisfies Readonly<Record<string, ScalarRecord>>
