// One result of a report of Hugging Face's inference-benchmarker, within its report. Times are in milliseconds.
import { z } from 'zod'
import { statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

const result = z.looseObject({
  config: z.looseObject({
    max_vus: z.int().positive().nullish().catch(null),
    rate: z.number().positive().nullish().catch(null),
  }),
  duration_ms: z.number().positive(),
  successful_requests: z.int().min(0),
  failed_requests: z.int().min(0),
  /** Generated tokens. */
  total_tokens: z.int().min(0),
  /** Tokens of the prompts; not in the first versions. */
  total_tokens_sent: z.int().min(0).default(0),
})

/** Null without a median, which earlier versions do not write. */
function statsAt(figures: Readonly<Record<string, unknown>>, name: string): ToolStats | null {
  const [mean, median] = [figures[`${name}_ms_avg`], figures[`${name}_ms_p50`]]
  if (typeof mean !== 'number' || typeof median !== 'number') return null
  const percentiles = Object.entries(figures).flatMap(([key, value]) => {
    const percentile = Number(new RegExp(`^${name}_ms_p(\\d+)$`).exec(key)?.[1])
    return percentile <= 100 && typeof value === 'number' ? [{ percentile, value }] : []
  })
  return { mean, median, std: null, percentiles }
}

export const inferenceBenchmarker = toolReader({
  keys: ['config', 'results'],
  schema: z.looseObject({
    config: z.looseObject({
      model_name: z.string().nullish().catch(null),
      tokenizer: z.string().nullish().catch(null),
    }),
    results: z.tuple([result]),
  }),
  version: () => null,
  entries({ config, results: [figures] }) {
    const { successful_requests: completed, failed_requests: failed } = figures
    return {
      model_id: config.model_name,
      tokenizer_id: config.tokenizer,
      num_prompts: completed + failed,
      request_rate: figures.config.rate ?? 'inf',
      // The limit of virtual users; a constant rate stays below it.
      max_concurrency: figures.config.rate ? null : figures.config.max_vus,
      duration: figures.duration_ms / 1000,
      completed,
      failed,
      total_input_tokens: figures.total_tokens_sent,
      total_output_tokens: figures.total_tokens,
      ...statsKeys('ttft', statsAt(figures, 'time_to_first_token')),
      ...statsKeys('tpot', statsAt(figures, 'inter_token_latency')),
      ...statsKeys('e2el', statsAt(figures, 'e2e_latency')),
    }
  },
})
