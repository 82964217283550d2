// `profile_export_genai_perf.json` of GenAI-Perf, and files of the same form that AIPerf before 0.4 wrote.
import { z } from 'zod'
import { latencySchema } from './aiperf.ts'
import { statsKeys, toolReader } from './tool-reader.ts'

const average = z.looseObject({ avg: z.number().positive() })
const lengths = z.looseObject({ avg: z.number().min(0) }).nullish()

/** Names of the model by version; the form of neither is certain. */
const inputSchema = z
  .looseObject({ model_names: z.array(z.string()).min(1) })
  .transform(({ model_names: [name] }) => name)
  .nullish()
  .catch(null)

/** Its CSV file writes `Request Throughput (per sec)`, its JSON file `request_throughput`; both have no duration. */
export const genaiPerf = toolReader({
  keys: ['request_throughput', 'request_latency'],
  schema: z.looseObject({
    request_throughput: average,
    request_count: average,
    request_latency: latencySchema,
    time_to_first_token: latencySchema,
    inter_token_latency: latencySchema,
    input_sequence_length: lengths,
    output_sequence_length: lengths,
    input_config: inputSchema,
  }),
  version: () => null,
  entries(file) {
    const { avg: count } = file.request_count
    const total = (each: z.infer<typeof lengths>) => Math.round((each?.avg ?? 0) * count)
    return {
      model_id: file.input_config,
      num_prompts: count,
      duration: count / file.request_throughput.avg,
      completed: count,
      failed: 0,
      total_input_tokens: total(file.input_sequence_length),
      total_output_tokens: total(file.output_sequence_length),
      ...statsKeys('e2el', file.request_latency),
      ...statsKeys('ttft', file.time_to_first_token),
      ...statsKeys('tpot', file.inter_token_latency),
    }
  },
})
