// Keys of the result file in their order, by compatibility profile; report/ defines their values. A name in brackets
// represents several keys.
import type { ScalarFileKey } from '#core/metrics/scalar-names.ts'

export type ResultKey =
  | (typeof keysOf2026)[number]
  | 'best_of'
  | 'use_beam_search'
  | 'input_throughput'
  | ScalarFileKey
  | '[finished at]'
  | '[max model len]'
  | '[steady state]'
  | '[conversations]'
  | '[targets]'
  | '[target indices]'
  | '[stages]'

const about = [
  'model_id',
  'tokenizer_id',
  'num_prompts',
  '[metadata]',
  'request_rate',
  'burstiness',
  'max_concurrency',
] as const

export const head = [
  'date',
  'endpoint_type',
  'backend',
  'label',
  ...about,
  '[ramp]',
  'duration',
  'completed',
] as const

const totals = [
  'total_input_tokens',
  'total_output_tokens',
  'request_throughput',
  'request_goodput',
  'output_throughput',
  'total_token_throughput',
] as const

/** One entry per request. */
export const requestArrays = [
  'input_lens',
  'output_lens',
  'ttfts',
  'itls',
  'latencies',
  'start_times',
  'queue_times',
  'generated_texts',
  'errors',
] as const

const peaks = ['max_output_tokens_per_s', 'max_concurrent_requests'] as const
export const tail = ['[probes]', '[rate changes]', '[decoding]', '[metrics]'] as const

/** Keys of v0.33, and ours. */
export const keysOf2026 = [
  ...head,
  'failed',
  ...totals,
  ...requestArrays,
  ...peaks,
  'rtfx',
  '[server times]',
  '[retries]',
  '[cancels]',
  ...tail,
] as const

/** Arrays only in a detailed file; v0.30 omitted two of its own by mistake. */
export const arraysOf2025 = [
  'input_lens',
  'output_lens',
  'ttfts',
  'itls',
  'generated_texts',
  'errors',
] as const satisfies readonly ResultKey[]

export const keysOfAutumn2025: readonly ResultKey[] = [
  ...head,
  ...totals,
  ...arraysOf2025,
  ...peaks,
  '[rate changes]',
  '[metrics]',
]

/** Includes the colon that one name had by mistake for six months. */
export const keysOfSpring2025: readonly ResultKey[] = [
  'date',
  'backend',
  ...about,
  'duration',
  'completed',
  'total_input_tokens',
  'total_output_tokens',
  'request_throughput',
  'request_goodput:',
  'output_throughput',
  'total_token_throughput',
  ...arraysOf2025,
  '[metrics]',
]

export const keysOf2024: readonly ResultKey[] = [
  'date',
  'backend',
  'model_id',
  'tokenizer_id',
  'best_of',
  'use_beam_search',
  'num_prompts',
  '[metadata]',
  'request_rate',
  'duration',
  'completed',
  'total_input_tokens',
  'total_output_tokens',
  'request_throughput',
  'input_throughput',
  'output_throughput',
  '[metrics]',
  ...arraysOf2025,
]

export const arraysOf2026: readonly ResultKey[] = [
  ...arraysOf2025,
  'start_times',
  '[server times]',
  '[retries]',
]
