// `profile_export_aiperf.json` of AIPerf: one object per metric, with its unit.
import { z } from 'zod'
import { asText, isJson, type Json, objectsIn } from '#core/protocol/json-value.ts'
import { utcText } from '#core/base/local-time.ts'
import { percentilesOf, statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

/** Absent if the endpoint or the responses have no such metric. */
export const latencySchema = z
  .looseObject({
    unit: z.literal('ms'),
    avg: z.number(),
    p50: z.number(),
    std: z.number().nullable().default(null),
  })
  .transform((stats): ToolStats => {
    const { avg, p50, std } = stats
    return { mean: avg, median: p50, std, percentiles: percentilesOf(stats) }
  })
  .nullish()

const count = z.looseObject({ avg: z.number().min(0) })

export const aiperf = toolReader({
  keys: ['aiperf_version', 'request_latency', 'benchmark_duration'],
  schema: z.looseObject({
    aiperf_version: z.string().nullable(),
    end_time: z.string().nullish().catch(null),
    benchmark_duration: z.looseObject({ unit: z.literal('sec'), avg: z.number().positive() }),
    request_count: count,
    error_request_count: count.nullish(),
    total_isl: count,
    total_osl: count.nullish(),
    /** Counts of the server; all others are from AIPerf's tokenizer. */
    total_usage_prompt_tokens: count.nullish(),
    total_usage_completion_tokens: count.nullish(),
    request_latency: latencySchema,
    time_to_first_token: latencySchema,
    inter_token_latency: latencySchema,
    inter_chunk_latency: latencySchema,
    input_config: z.unknown(),
  }),
  version: (file) => file.aiperf_version,
  entries(file) {
    const failed = file.error_request_count?.avg ?? 0
    const outputTokens = file.total_usage_completion_tokens ?? file.total_osl
    const endedAtMs = Date.parse(file.end_time ?? '')
    return {
      ...askedSchema.parse(file.input_config),
      finished_at: Number.isNaN(endedAtMs) ? undefined : utcText(endedAtMs),
      num_prompts: file.request_count.avg + failed,
      duration: file.benchmark_duration.avg,
      completed: file.request_count.avg,
      failed,
      total_input_tokens: Math.round((file.total_usage_prompt_tokens ?? file.total_isl).avg),
      total_output_tokens: outputTokens && Math.round(outputTokens.avg),
      ...statsKeys('e2el', file.request_latency),
      ...statsKeys('ttft', file.time_to_first_token),
      ...statsKeys('tpot', file.inter_token_latency),
      ...statsKeys('itl', file.inter_chunk_latency),
    }
  },
})

/** Names of metrics in its first versions. */
const laterNames: Readonly<Record<string, string>> = {
  ttft: 'time_to_first_token',
  isl: 'input_sequence_length',
  osl: 'output_sequence_length',
}

/** Files before 0.2 hold their metrics in `records`, as an object or a list, and are otherwise of the form of GenAI-Perf. */
export function withoutRecords(file: Json): Json {
  const { records, ...others } = file
  const listed = objectsIn(records).map((record) => [asText(record.tag), record] as const)
  const entries: readonly (readonly [string, unknown])[] = isJson(records)
    ? Object.entries(records)
    : listed
  const metrics = Object.fromEntries(
    entries.map(([name, metric]) => [laterNames[name] ?? name, metric]),
  )
  return 'request_latency' in metrics ? { ...others, ...metrics } : file
}

/** Settings; unreadable ones remain unknown. */
const askedSchema = z
  .looseObject({
    models: z.looseObject({ items: z.array(z.looseObject({ name: z.string() })).min(1) }),
  })
  .transform(({ models }) => ({ model_id: models.items[0]?.name }))
  .catch({ model_id: undefined })
