// `summary_lifecycle_metrics.json` and the single-stage files of inference-perf. Times are in seconds.
import { z } from 'zod'
import { percentilesOf, statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

/** The tool reports no standard deviation; null if nothing was measured. */
const statsSchema = z
  .looseObject({ mean: z.number(), median: z.number() })
  .transform((stats): ToolStats => {
    const { mean, median } = stats
    return { mean, median, std: null, percentiles: percentilesOf(stats) }
  })
  .nullable()

const total = z.looseObject({ total: z.int().min(0) })

export const inferencePerf = toolReader({
  keys: ['benchmark_time_seconds', 'load_summary', 'successes', 'failures'],
  schema: z.looseObject({
    benchmark_time_seconds: z.number().positive(),
    load_summary: z.looseObject({
      /** Present for single stages only. */
      requested_rate: z.number().positive().optional().catch(undefined),
      concurrency: z.int().positive().optional().catch(undefined),
    }),
    successes: z.looseObject({
      count: z.int().min(0),
      latency: z.looseObject({
        request_latency: statsSchema,
        time_to_first_token: statsSchema,
        time_per_output_token: statsSchema,
        inter_token_latency: statsSchema,
      }),
      prompt_tokens: total,
      output_tokens: total,
    }),
    failures: z.looseObject({ count: z.int().min(0) }),
  }),
  version: () => null,
  entries({ successes, failures, load_summary: load, benchmark_time_seconds: duration }) {
    const { latency } = successes
    return {
      num_prompts: successes.count + failures.count,
      request_rate: load.requested_rate,
      max_concurrency: load.concurrency,
      duration,
      completed: successes.count,
      failed: failures.count,
      total_input_tokens: successes.prompt_tokens.total,
      total_output_tokens: successes.output_tokens.total,
      ...statsKeys('e2el', latency.request_latency, msPerS),
      ...statsKeys('ttft', latency.time_to_first_token, msPerS),
      ...statsKeys('tpot', latency.time_per_output_token, msPerS),
      ...statsKeys('itl', latency.inter_token_latency, msPerS),
    }
  },
})

const msPerS = 1000
