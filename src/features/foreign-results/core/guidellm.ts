// One benchmark of GuideLLM's `benchmarks.json`, within its report.
import { z } from 'zod'
import { isAmount } from '#core/base/bounds.ts'
import { utcText } from '#core/base/local-time.ts'
import { isJson, type Json, objectsIn } from '#core/protocol/json-value.ts'
import { metricStats } from '#core/stats/metric-stats.ts'
import { listedDurations } from '#core/stats/durations/durations.ts'
import { statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

/** Metrics of successful requests; `p999` is 99.9. */
const distribution = z.looseObject({
  mean: z.number(),
  median: z.number(),
  std_dev: z.number(),
  count: z.number(),
  total_sum: z.number(),
  percentiles: z.record(z.string(), z.number()),
})

/** Null if no request succeeded. */
const latency = z
  .looseObject({ successful: distribution.nullable() })
  .transform(({ successful }): ToolStats | null => {
    if (successful === null || successful.count === 0) return null
    const { mean, median, std_dev: std, percentiles } = successful
    return { mean, median, std, percentiles: Object.entries(percentiles).map(percentileOf) }
  })
  .nullish()

function percentileOf([key, value]: readonly [string, number]): ToolStats['percentiles'][number] {
  const digits = key.slice(1)
  return { percentile: Number(digits) / (digits.length === 3 ? 10 : 1), value }
}

const total = z
  .looseObject({ successful: z.looseObject({ total_sum: z.number() }).nullable() })
  .transform(({ successful }) => Math.round(successful?.total_sum ?? 0))

const request = z.looseObject({ inter_token_latency_ms: z.number().nullish().catch(null) })

/** Converts files up to version 0.3, in which settings are `args` and the totals are beside the metrics. */
function inOneForm(value: unknown): unknown {
  if (!isJson(value)) return value
  const { start_time: start, end_time: end } = value
  const durationS = isAmount(start) && isAmount(end) ? end - start : undefined
  return asConfigured({ duration: durationS, ...value })
}

function asConfigured(value: Json): Json {
  const { success, data } = earlierSchema.safeParse(value)
  if (!success) return value
  const { args, request_totals: totals, run_stats: run, metrics } = data
  const request_totals = totals ?? run?.requests_made
  return { ...data, config: args, metrics: { ...metrics, request_totals } }
}

const earlierSchema = z.looseObject({
  args: z.looseObject({}),
  request_totals: z.looseObject({}).nullish(),
  /** Includes warm-up, and is used only without the totals. */
  run_stats: z.looseObject({ requests_made: z.looseObject({}).nullish() }).nullish(),
  metrics: z.looseObject({}),
})

const benchmark = z.looseObject({
  duration: z.number().positive(),
  /** Seconds since 1970; tables have a local time instead. */
  end_time: z.number().nullish(),
  ended: z.string().nullish(),
  config: z.looseObject({
    strategy: z.looseObject({
      type_: z.string(),
      streams: z.int().positive().nullish(),
      max_concurrency: z.int().positive().nullish(),
      rate: z.number().positive().nullish(),
    }),
  }),
  metrics: z.looseObject({
    request_totals: z.looseObject({ successful: z.int(), incomplete: z.int(), errored: z.int() }),
    request_latency: latency,
    time_to_first_token_ms: latency,
    inter_token_latency_ms: latency,
    prompt_token_count: total,
    output_token_count: total,
  }),
  requests: z
    .looseObject({ successful: z.array(request).catch([]) })
    .nullish()
    .transform((requests) => requests ?? { successful: [] }),
})

type Benchmark = z.output<typeof benchmark>

/** Version 0.1 lists the results of single requests only, by rate within each report. */
function isFirstForm({ results, benchmarks, metrics }: Json): boolean {
  return (Array.isArray(results) || Array.isArray(benchmarks)) && metrics === undefined
}

export const guidellm = toolReader({
  keys: ['benchmarks'],
  isOne: ({ benchmarks }) => Array.isArray(benchmarks) && !objectsIn(benchmarks).some(isFirstForm),
  schema: z.looseObject({
    /** Absent before version 0.5. */
    metadata: z.looseObject({ guidellm_version: z.string().nullish() }).nullish(),
    benchmarks: z.tuple([z.preprocess(inOneForm, benchmark)]),
  }),
  version: ({ metadata }) => metadata?.guidellm_version ?? null,
  entries({ benchmarks: [{ metrics, ...one }] }) {
    const { successful, incomplete, errored } = metrics.request_totals
    const { strategy } = one.config
    return {
      ...endOf(one),
      num_prompts: successful + incomplete + errored,
      request_rate: strategy.rate ?? 'inf',
      ...concurrencyOf(strategy),
      duration: one.duration,
      completed: successful,
      failed: errored,
      total_input_tokens: metrics.prompt_token_count,
      total_output_tokens: metrics.output_token_count,
      ...statsKeys('e2el', metrics.request_latency, msPerS),
      ...statsKeys('ttft', metrics.time_to_first_token_ms),
      ...statsKeys('tpot', tpotOf({ ...one, metrics })),
      ...statsKeys('itl', metrics.inter_token_latency_ms),
    }
  },
})

function endOf({
  end_time: epochS,
  ended,
}: Pick<Benchmark, 'end_time' | 'ended'>): Record<string, string> {
  if (typeof epochS === 'number') return { finished_at: utcText(epochS * 1000) }
  return ended ? { date: ended.replace(/[-:]/g, '').replace(' ', '-') } : {}
}

const msPerS = 1000

function concurrencyOf(strategy: Benchmark['config']['strategy']): Record<string, number> {
  const limit =
    strategy.type_ === 'synchronous' ? 1 : (strategy.streams ?? strategy.max_concurrency)
  return typeof limit === 'number' ? { max_concurrency: limit } : {}
}

/**
 * GuideLLM's ITL of one request is our TPOT: the time from first to last token divided by the tokens after the first. Null if the file has
 * only a sample of the requests, or none.
 */
function tpotOf({ requests, metrics }: Benchmark): ToolStats | null {
  if (requests.successful.length < metrics.request_totals.successful) return null
  const valuesS = requests.successful.flatMap(({ inter_token_latency_ms: value }) =>
    typeof value === 'number' ? [value / msPerS] : [],
  )
  if (valuesS.length === 0) return null
  return metricStats(listedDurations(Float64Array.from(valuesS)), [50, 75, 90, 95, 99])
}
