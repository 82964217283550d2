// Reports, result files and backends of the clients that embed, pool and rank, by compatibility profile.
import { keysOf } from '#core/base/keys-of.ts'
import type { PoolingProfile, PoolingProfiles } from '#core/compat/compat-profile.ts'
import { completed, load, type ReportRow } from '#core/compat/report-rows.ts'
import { head, type ResultKey, tail } from '#core/compat/result-keys.ts'
import { ownFileKeys, ownReportRows } from '#core/metrics/scalar-names.ts'
import { poolingBackends } from './backends.ts'

const rowsOf2026: readonly ReportRow[] = [
  ...completed,
  ...load,
  'totalInputTokens',
  'requestThroughput',
  'inputsThroughput',
  'totalTokenThroughput',
]

/** The original omits the number of failed requests. */
const keysOf2026: readonly ResultKey[] = [
  ...head,
  'total_input_tokens',
  'total_input_sequences',
  'request_throughput',
  'input_sequence_throughput',
  'total_token_throughput',
  'input_lens',
  'latencies',
  'queue_times',
  'errors',
  ...tail,
]

const keysSince030: readonly ResultKey[] = [
  'latencies',
  'queue_times',
  'total_input_sequences',
  'input_sequence_throughput',
]

const of2026: PoolingProfile = {
  backends: keysOf(poolingBackends),
  cutsPrompts: true,
  reportRows: rowsOf2026,
  keys: keysOf2026,
}

const of2025: PoolingProfile = {
  backends: of2026.backends.filter((backend) => backend.includes('embeddings')),
  cutsPrompts: false,
  reportRows: [
    'completed',
    ...load,
    'totalInputTokens',
    'requestThroughput',
    'totalThroughputCapitalised',
  ],
  keys: [
    ...head,
    'total_input_tokens',
    'request_throughput',
    'total_token_throughput',
    'input_lens',
    'errors',
    '[rate changes]',
    '[metrics]',
  ],
}

export const poolingProfiles: PoolingProfiles = {
  byName: {
    kneepoint: {
      ...of2026,
      reportRows: [...rowsOf2026, ...ownReportRows('pooling')],
      keys: [
        ...keysOf2026,
        ...ownFileKeys('pooling'),
        '[finished at]',
        '[targets]',
        '[target indices]',
      ],
    },
    'vllm-0.33': of2026,
    'vllm-0.30': of2026,
    'vllm-0.27': {
      ...of2026,
      reportRows: rowsOf2026.filter((row) => row !== 'inputsThroughput'),
      keys: keysOf2026.filter((key) => !keysSince030.includes(key)),
    },
    '2025-10': of2025,
    'vllm-0.11': { ...of2025, backends: ['openai-embeddings'] },
    'vllm-0.9': null,
    'vllm-0.7': null,
    'vllm-0.5': null,
  },
  wide: {
    title: ' Embedding/Pooling Benchmark Result ',
    rows: [
      ...completed,
      ...load,
      'totalInputTokens',
      'requestThroughput',
      'requestGoodput',
      'inputThroughput',
      'maxConcurrentRequests',
    ],
  },
}
