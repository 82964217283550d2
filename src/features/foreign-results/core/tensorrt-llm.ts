// `--report_json` of TensorRT-LLM's `trtllm-bench throughput`, which measures the engine in its own process.
import { z } from 'zod'
import { percentilesOf, statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

/** Values in ms. */
const latency = z
  .looseObject({ average: z.number(), p50: z.number() })
  .transform((stats): ToolStats => {
    const { average: mean, p50: median } = stats
    return { mean, median, std: null, percentiles: percentilesOf(stats) }
  })
  .nullish()
  .catch(null)

export const tensorRtLlm = toolReader({
  keys: ['engine', 'world_info', 'performance'],
  schema: z.looseObject({
    engine: z.looseObject({
      model: z.string().nullish().catch(null),
      version: z.string().nullish().catch(null),
    }),
    request_info: z.looseObject({
      num_requests: z.int().min(0),
      avg_input_length: z.number().min(0),
      avg_output_length: z.number().min(0),
    }),
    performance: z.looseObject({
      total_latency_ms: z.number().positive(),
      request_latency_percentiles_ms: latency,
    }),
    streaming_metrics: z
      .looseObject({ ttft_percentiles: latency, tpot_percentiles: latency })
      .nullish(),
  }),
  version: ({ engine }) => engine.version ?? null,
  entries({ engine, request_info: requests, performance, streaming_metrics: streaming }) {
    const count = requests.num_requests
    return {
      model_id: engine.model,
      num_prompts: count,
      duration: performance.total_latency_ms / 1000,
      completed: count,
      failed: 0,
      total_input_tokens: Math.round(requests.avg_input_length * count),
      total_output_tokens: Math.round(requests.avg_output_length * count),
      ...statsKeys('e2el', performance.request_latency_percentiles_ms),
      ...statsKeys('ttft', streaming?.ttft_percentiles),
      ...statsKeys('tpot', streaming?.tpot_percentiles),
    }
  },
})
