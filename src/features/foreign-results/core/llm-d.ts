// `benchmark_report` 0.2 of llm-d, with the metrics of the tool that sent the load.
import { z } from 'zod'
import { statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

const msPerUnit: Readonly<Record<string, number>> = { s: 1000, ms: 1, us: 0.001 }

/** Units of time, or of time per token. Null without a median. */
const latency = z
  .looseObject({ units: z.string(), mean: z.number(), stddev: z.number().nullish() })
  .transform(({ units, mean, stddev, ...others }): ToolStats | null => {
    const factor = msPerUnit[units.replace(/\/token$/, '')]
    const median = others['p50']
    if (factor === undefined || typeof median !== 'number') return null
    const percentiles = Object.entries(others).flatMap(([key, value]) => {
      const [, whole = '', part = '0'] = /^p(\d+)(?:p(\d+))?$/.exec(key) ?? []
      return whole === '' || typeof value !== 'number'
        ? []
        : [{ percentile: Number(`${whole}.${part}`), value: value * factor }]
    })
    const std = typeof stddev === 'number' ? stddev * factor : null
    return { mean: mean * factor, median: median * factor, std, percentiles }
  })
  .nullish()

const mean = z.looseObject({ mean: z.number().min(0) }).nullish()

/** `PT50.5S`, `PT1H2M3S`. */
const isoDuration = z
  .string()
  .transform((text) => {
    const [, days, hours, minutes, seconds] =
      /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text)?.map(Number) ?? []
    return [days, hours, minutes, seconds].reduce<number>(
      (sum, amount, place) => sum + (amount || 0) * (secondsOf[place] ?? 0),
      0,
    )
  })
  .pipe(z.number().positive())
  .nullish()
  .catch(null)

const secondsOf = [86_400, 3600, 60, 1] as const

const load = z
  .looseObject({
    standardized: z.looseObject({
      tool: z.string().nullish(),
      tool_version: z.string().nullish(),
      rate_qps: z.number().positive().nullish().catch(null),
      concurrency: z.int().positive().nullish().catch(null),
    }),
  })
  .nullish()
  .catch(null)

export const llmD = toolReader({
  keys: ['version', 'run', 'results'],
  schema: z.looseObject({
    version: z.string(),
    run: z.looseObject({
      time: z
        .looseObject({ duration: isoDuration, end: z.iso.datetime({ offset: true }).nullish() })
        .nullish()
        .catch(null),
    }),
    scenario: z.looseObject({ load }).nullish(),
    results: z.looseObject({
      request_performance: z.looseObject({
        aggregate: z.looseObject({
          requests: z.looseObject({
            total: z.int().min(0),
            failures: z.int().min(0).nullish(),
            incomplete: z.int().min(0).nullish(),
            input_length: mean,
            output_length: mean,
          }),
          latency: z
            .looseObject({
              request_latency: latency,
              time_to_first_token: latency,
              time_per_output_token: latency,
              inter_token_latency: latency,
            })
            .nullish(),
          throughput: z.looseObject({ requests_rate: mean, request_rate: mean }).nullish(),
        }),
      }),
    }),
  }),
  version: ({ version }) => version,
  entries({ run, scenario, results }) {
    const { requests, latency: latencies, throughput } = results.request_performance.aggregate
    const failed = requests.failures ?? 0
    const completed = Math.max(0, requests.total - failed - (requests.incomplete ?? 0))
    const rate = (throughput?.requests_rate ?? throughput?.request_rate)?.mean
    const asked = scenario?.load?.standardized
    const tokens = (lengths: z.infer<typeof mean>) => Math.round((lengths?.mean ?? 0) * completed)
    return {
      finished_at: run.time?.end ? new Date(run.time.end).toISOString() : undefined,
      num_prompts: requests.total,
      request_rate: asked?.rate_qps,
      max_concurrency: asked?.concurrency,
      // The experiment may have lasted longer than the load that its rate describes.
      duration: rate ? completed / rate : run.time?.duration,
      completed,
      failed,
      total_input_tokens: tokens(requests.input_length),
      total_output_tokens: tokens(requests.output_length),
      ...statsKeys('e2el', latencies?.request_latency),
      ...statsKeys('ttft', latencies?.time_to_first_token),
      ...statsKeys('tpot', latencies?.time_per_output_token),
      ...statsKeys('itl', latencies?.inter_token_latency),
    }
  },
})
