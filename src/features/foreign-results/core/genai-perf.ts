// `profile_export_genai_perf.json` of GenAI-Perf, and files of the same form that AIPerf before 0.4 wrote.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { isJson } from '#core/protocol/json-value.ts'
import { numberIn } from '#core/base/number-text.ts'
import type { TableText } from '#core/result-file/foreign-files.ts'
import { latencySchema } from './aiperf.ts'
import { statsKeys, toolReader } from './tool-reader.ts'

const average = z.looseObject({ avg: z.number().positive() })
const lengths = z.looseObject({ avg: z.number().min(0) }).nullish()

/** Names of the model by version; neither form is certain. */
const inputSchema = z
  .preprocess(
    (settings) => (isJson(settings) && isJson(settings.endpoint) ? settings.endpoint : settings),
    z.looseObject({ model_names: z.array(z.string()).min(1) }),
  )
  .transform(({ model_names: [name] }) => name)
  .nullish()
  .catch(null)

const settingsSchema = z.looseObject({
  request_throughput: average,
  input_config: z.looseObject({
    request_count: z.number().positive().nullish().catch(null),
    /** Interval in ms. */
    measurement_interval: z.number().positive().nullish().catch(null),
    perf_analyzer: z
      .looseObject({
        measurement: z.looseObject({ mode: z.string(), num: z.number().positive() }).nullish(),
      })
      .nullish()
      .catch(null),
  }),
})

/** Earlier versions have the count among the settings alone, or the interval that the throughput is measured over. */
function withCount(file: unknown): unknown {
  const { data } = settingsSchema.safeParse(file)
  if (data === undefined) return file
  const {
    request_count: written,
    measurement_interval: interval,
    perf_analyzer,
  } = data.input_config
  const { mode = '', num } = perf_analyzer?.measurement ?? {}
  const isCount = mode.includes('count')
  const intervalMs = interval ?? (isCount ? null : num)
  const measured = intervalMs && Math.round((data.request_throughput.avg * intervalMs) / 1000)
  const count = written ?? (isCount ? num : null) ?? measured
  return count ? { request_count: { avg: count }, ...(file as object) } : file
}

/** Its CSV file writes `Request Throughput (per sec)`, its JSON file `request_throughput`; both have no duration. */
export const genaiPerf = toolReader({
  keys: ['request_throughput', 'request_latency'],
  remedy: message('files.genaiPerfCount'),
  schema: z.preprocess(
    withCount,
    z.looseObject({
      request_throughput: average,
      request_count: average,
      request_latency: latencySchema,
      time_to_first_token: latencySchema,
      inter_token_latency: latencySchema,
      input_sequence_length: lengths,
      output_sequence_length: lengths,
      input_config: inputSchema,
    }),
  ),
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

/** Sections of GenAI-Perf and AIPerf, `Metric,avg,…` and `Metric,Value`, converted to their JSON object. */
export function metricsIn({ records, form }: TableText): Readonly<Record<string, unknown>> {
  const metrics: Record<string, unknown> = {}
  let statistics: readonly string[] = []
  for (const { cells } of records) {
    const [metric = '', ...values] = cells.map((cell) => cell.trim())
    if (metric === 'Metric') {
      statistics = values
      continue
    }
    const [, label = metric, unit = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(metric) ?? []
    const entries = statistics.flatMap((name, column): [string, unknown][] => {
      const value = numberIn(values[column] ?? '', form)
      return value !== null ? [[name === 'Value' ? 'avg' : name, value]] : []
    })
    const key = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
    if (entries.length > 0) metrics[key] = { unit, ...Object.fromEntries(entries) }
  }
  const { total_input_sequence_length: total_isl, total_output_sequence_length: total_osl } =
    metrics
  const isAiperf = 'benchmark_duration' in metrics && total_isl !== undefined
  if (!isAiperf) return metrics
  return { ...metrics, total_isl, total_osl, aiperf_version: null, input_config: null }
}
