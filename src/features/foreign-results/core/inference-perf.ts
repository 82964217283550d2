// `summary_lifecycle_metrics.json` and the single-stage files of inference-perf. Times are in seconds.
import { z } from 'zod'
import { percentilesOf, statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

/** The tool reports no standard deviation; absent if nothing was measured. */
const statsSchema = z
  .looseObject({ mean: z.number(), median: z.number().optional(), p50: z.number().optional() })
  .transform((stats): ToolStats | null => {
    const { mean, median = stats.p50 ?? null } = stats
    if (median === null) return null
    return { mean, median, std: null, percentiles: percentilesOf(stats) }
  })
  .nullish()

const total = z.looseObject({ total: z.int().min(0) })
const mean = z.looseObject({ mean: z.number().min(0) }).nullish()

export const inferencePerf = toolReader({
  keys: ['load_summary', 'successes', 'failures'],
  schema: z.looseObject({
    /** Absent in earlier versions; the duration is then the requests over their rate. */
    benchmark_time_seconds: z.number().positive().nullish(),
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
      throughput: z.looseObject({ requests_per_sec: z.number().positive() }).nullish(),
      prompt_tokens: total.nullish(),
      output_tokens: total.nullish(),
      /** Lengths of single requests. */
      prompt_len: mean,
      output_len: mean,
    }),
    failures: z.looseObject({ count: z.int().min(0) }),
  }),
  version: () => null,
  entries({ successes, failures, load_summary: load, benchmark_time_seconds: seconds }) {
    const { latency, count, throughput } = successes
    const sum = (all: z.infer<typeof total> | null | undefined, each: z.infer<typeof mean>) =>
      all?.total ?? Math.round((each?.mean ?? 0) * count)
    return {
      num_prompts: successes.count + failures.count,
      request_rate: load.requested_rate,
      max_concurrency: load.concurrency,
      duration: seconds ?? (throughput ? count / throughput.requests_per_sec : null),
      completed: successes.count,
      failed: failures.count,
      total_input_tokens: sum(successes.prompt_tokens, successes.prompt_len),
      total_output_tokens: sum(successes.output_tokens, successes.output_len),
      ...statsKeys('e2el', latency.request_latency, msPerS),
      ...statsKeys('ttft', latency.time_to_first_token, msPerS),
      ...statsKeys('tpot', latency.time_per_output_token, msPerS),
      ...statsKeys('itl', latency.inter_token_latency, msPerS),
    }
  },
})

const msPerS = 1000
