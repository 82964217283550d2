// Lines that SGLang's `bench_serving` appends: vLLM's keys with other names for end-to-end latency and throughput.
import { z } from 'zod'
import { arraysOf2025 } from '#core/compat/result-keys.ts'
import { reportableMetricNames } from '#core/metrics/latencies.ts'
import { toolReader } from './tool-reader.ts'

/** Keys shared with vLLM's file, with the same meaning. */
const sharedKeys = [
  'backend',
  'max_concurrency',
  'duration',
  'completed',
  'total_input_tokens',
  'total_output_tokens',
  'request_throughput',
  'output_throughput',
  'max_output_tokens_per_s',
  'max_concurrent_requests',
  ...arraysOf2025,
  'random_input_len',
  'random_output_len',
  'random_range_ratio',
] as const

const statistic = new RegExp(`^(mean|median|std|p[\\d.]+)_(${reportableMetricNames.join('|')})_ms$`)

export const sglang = toolReader({
  keys: ['mean_e2e_latency_ms', 'duration', 'completed'],
  schema: z.looseObject({
    duration: z.number().positive(),
    completed: z.int().min(0),
    mean_e2e_latency_ms: z.number(),
    total_throughput: z.number().optional(),
    /** The rate is the text `trace` if the times are from a trace. */
    request_rate: z.number().optional().catch(undefined),
    server_info: z
      .looseObject({
        model_path: z.string().optional().catch(undefined),
        tokenizer_path: z.string().optional().catch(undefined),
        version: z.string().optional().catch(undefined),
      })
      .nullish()
      .catch(null),
  }),
  /** Unknown: `server_info` has the version of the server, which may differ from the version of the script. */
  version: () => null,
  entries(file) {
    const shared = sharedKeys.flatMap((key) => (key in file ? [[key, file[key]] as const] : []))
    const latencies = Object.entries(file).flatMap(([key, value]) => {
      const renamed = key.replace('_e2e_latency_ms', '_e2el_ms')
      return statistic.test(renamed) ? [[renamed, value] as const] : []
    })
    return {
      ...Object.fromEntries([...shared, ...latencies]),
      model_id: file.server_info?.model_path,
      tokenizer_id: file.server_info?.tokenizer_path,
      request_rate: file.request_rate === Infinity ? 'inf' : file.request_rate,
      total_token_throughput: file.total_throughput,
    }
  },
})
