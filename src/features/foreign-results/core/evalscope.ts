// `benchmark_summary.json` of `evalscope perf`, with the percentiles of the file beside it. Earlier versions have longer names and
// seconds where later ones have milliseconds.
import { z } from 'zod'
import type { ReportableMetricName } from '#core/metrics/latencies.ts'
import { statsKeys, toolReader } from './tool-reader.ts'

const earlierNames: Readonly<Record<string, string>> = {
  'Time taken for tests (s)': 'Test Duration (s)',
  'Number of concurrency': 'Concurrency',
  'Succeed requests': 'Success Requests',
  'Failed requests': 'Failed Requests',
  'Average input tokens per request': 'Avg Input Tokens',
  'Average output tokens per request': 'Avg Output Tokens',
  'Average latency (s)': 'Avg Latency (s)',
  'Average time to first token (s)': 'Avg TTFT (s)',
  'Average time per output token (s)': 'Avg TPOT (s)',
  'Average inter-token latency (s)': 'Avg ITL (s)',
}

const percentileFile = 'benchmark_percentile.json'
const settingsFile = 'benchmark_args.json'

export const evalScopeFiles = { 'benchmark_summary.json': [percentileFile, settingsFile] }

const latencies = [
  ['e2el', 'Latency'],
  ['ttft', 'TTFT'],
  ['tpot', 'TPOT'],
  ['itl', 'ITL'],
] as const satisfies readonly (readonly [ReportableMetricName, string])[]

const count = z.int().min(0)
const tokens = z.number().min(0).nullish()
const rowsSchema = z.array(z.looseObject({ Percentiles: z.string() })).catch([])

export const evalScope = toolReader({
  keys: [],
  isOne: (file) =>
    ['Test Duration (s)', 'Success Requests'].every((name) => name in withLaterNames(file)),
  schema: z.preprocess(
    (file) => withLaterNames(file as Readonly<Record<string, unknown>>),
    z.looseObject({
      'Test Duration (s)': z.number().positive(),
      'Success Requests': count,
      'Failed Requests': count.default(0),
      Concurrency: z.int().positive().nullish().catch(null),
      'Request Rate (req/s)': z.number().positive().nullish().catch(null),
      'Avg Input Tokens': tokens,
      'Avg Output Tokens': tokens,
      [settingsFile]: z.looseObject({ model: z.string() }).nullish().catch(null),
      [percentileFile]: rowsSchema,
    }),
  ),
  version: () => null,
  entries(file) {
    const completed = file['Success Requests']
    const total = (mean: z.infer<typeof tokens>) => Math.round((mean ?? 0) * completed)
    return {
      model_id: file[settingsFile]?.model,
      num_prompts: completed + file['Failed Requests'],
      max_concurrency: file.Concurrency,
      request_rate: file['Request Rate (req/s)'],
      duration: file['Test Duration (s)'],
      completed,
      failed: file['Failed Requests'],
      total_input_tokens: total(file['Avg Input Tokens']),
      total_output_tokens: total(file['Avg Output Tokens']),
      ...Object.fromEntries(
        latencies.flatMap(([name, label]) => Object.entries(statsOf(file, name, label))),
      ),
    }
  },
})

/** Empty without percentiles, because the summary has no median. */
function statsOf(
  file: Readonly<Record<string, unknown>>,
  name: ReportableMetricName,
  label: string,
): Readonly<Record<string, number>> {
  const percentiles = rowsSchema.parse(file[percentileFile]).flatMap((row) => {
    const [percentile, value] = [parseFloat(row.Percentiles), msIn(row, label)]
    return value === null || Number.isNaN(percentile) ? [] : [{ percentile, value }]
  })
  const median = percentiles.find(({ percentile }) => percentile === 50)?.value
  const mean = msIn(file, `Avg ${label}`)
  if (mean === null || median === undefined) return {}
  return statsKeys(name, { mean, median, std: null, percentiles })
}

function msIn(row: Readonly<Record<string, unknown>>, label: string): number | null {
  const [ms, s] = [row[`${label} (ms)`], row[`${label} (s)`]]
  if (typeof ms === 'number') return ms
  return typeof s === 'number' ? s * 1000 : null
}

function withLaterNames(
  file: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [earlierNames[name] ?? name, value]),
  )
}
