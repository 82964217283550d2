// `…_summary.json` of llmperf's token_benchmark_ray.py: flat keys, times in seconds, throughput per minute.
import { z } from 'zod'
import { statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

type Figures = Readonly<Record<string, unknown>>

/** Null unless mean and median are present. */
function statsAt(file: Figures, name: string): ToolStats | null {
  const at = (statistic: string) => {
    const value = file[`results_${name}_${statistic}`]
    return typeof value === 'number' ? value : null
  }
  const [mean, median] = [at('mean'), at('quantiles_p50')]
  if (mean === null || median === null) return null
  const percentiles = [25, 50, 75, 90, 95, 99].flatMap((percentile) => {
    const value = at(`quantiles_p${percentile}`)
    return value === null ? [] : [{ percentile, value }]
  })
  return { mean, median, std: at('stddev'), percentiles }
}

export const llmperf = toolReader({
  keys: ['results_num_completed_requests', 'results_num_completed_requests_per_min'],
  schema: z.looseObject({
    results_num_completed_requests: z.int().min(0),
    results_num_completed_requests_per_min: z.number().positive(),
    results_number_errors: z.int().min(0).nullish(),
    results_number_input_tokens_mean: z.number().min(0),
    results_number_output_tokens_mean: z.number().min(0),
    num_concurrent_requests: z.int().positive().nullish().catch(null),
    model: z.string().nullish().catch(null),
  }),
  version: () => null,
  entries(file) {
    const completed = file.results_num_completed_requests
    const failed = file.results_number_errors ?? 0
    return {
      model_id: file.model,
      num_prompts: completed + failed,
      max_concurrency: file.num_concurrent_requests,
      duration: (completed / file.results_num_completed_requests_per_min) * secondsPerMinute,
      completed,
      failed,
      total_input_tokens: Math.round(file.results_number_input_tokens_mean * completed),
      total_output_tokens: Math.round(file.results_number_output_tokens_mean * completed),
      ...statsKeys('e2el', statsAt(file, 'end_to_end_latency_s'), msPerS),
      ...statsKeys('ttft', statsAt(file, 'ttft_s'), msPerS),
    }
  },
})

const secondsPerMinute = 60
const msPerS = 1000
