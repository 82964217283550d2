// Amounts per second, peaks, and trajectories of agents.
import type { RunTally, ScalarMetric } from '../scalar-metric.ts'
import { ownFigure, perSecond } from './common-parts.ts'

/** Null where no agents ran. */
function trajectories(tally: RunTally): number | null {
  return tally.agentSteps > 0 ? tally.trajectories : null
}

export const rateScalars = {
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
    compared: {
      family: 'throughput',
      interval: 'goodRequests',
      needsGoals: true,
      lack: 'goodput',
      inHeadline: true,
    },
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
    compared: {
      family: 'throughput',
      interval: 'requests',
      inHeadline: true,
      row: 'inputs/s',
    },
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
    ...ownFigure('int', 'trajectories'),
    compute: trajectories,
    unit: '',
    task: 'generation',
    console: { label: 'Completed trajectories:', digits: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  trajectoriesPerMin: {
    ...ownFigure('number', 'trajectories_per_min'),
    compute: (tally) => {
      const ended = trajectories(tally)
      return ended === null ? null : 60 * perSecond(ended, tally)
    },
    unit: '/min',
    better: 'higher',
    task: 'generation',
    console: { label: 'Trajectories per minute:', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: {
      family: 'throughput',
      interval: 'trajectories',
      inHeadline: true,
    },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
