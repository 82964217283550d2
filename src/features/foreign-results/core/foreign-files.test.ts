// Files of other tools in the forms that their writers have, each as the run it becomes or the reason it cannot be one.
import { expect, test } from 'vitest'
import { readAll, refusal } from '#core/result-file/result-file.test-support.ts'

const stats = (avg: number) => ({
  unit: 'ms',
  avg,
  p50: avg,
  p99: avg * 1.2,
  min: 1,
  max: 99,
  std: 2,
})
const genai = {
  request_throughput: { unit: 'requests/sec', avg: 2.5 },
  request_latency: stats(900),
  time_to_first_token: stats(60),
  inter_token_latency: stats(9),
  output_sequence_length: { unit: 'tokens', avg: 100 },
  input_sequence_length: { unit: 'tokens', avg: 550 },
  request_count: { unit: 'count', avg: 50 },
  input_config: { model_names: ['m'] },
}
const genaiCsv = `Metric,avg,min,max,p99,p90,p75,p50
Time To First Token (ms),60.00,50.00,71.00,70.00,65.00,62.00,60.00
Request Latency (ms),"1,900.00",800.00,"2,010.00","2,000.00",990.00,950.00,"1,900.00"
Inter Token Latency (ms),9.00,8.00,10.50,10.00,9.60,9.20,9.00
Output Sequence Length (tokens),100.00,100.00,100.00,100.00,100.00,100.00,100.00
Input Sequence Length (tokens),550.00,550.00,550.00,550.00,550.00,550.00,550.00

Metric,Value
Output Token Throughput (per sec),250.00
Request Throughput (per sec),2.50
Request Count (count),50.00
`

test.each([
  ['JSON', JSON.stringify(genai), 900],
  ['CSV', genaiCsv, 1900],
])('GenAI-Perf, %s', (_format, text, e2el) => {
  const [result] = readAll(text)
  expect(result?.tool?.name).toBe('GenAI-Perf')
  expect(result?.summary).toMatchObject({
    durationS: 20,
    completed: 50,
    totalOutputTokens: 5000,
    metrics: { e2el: { mean: e2el }, ttft: { mean: 60 }, tpot: { median: 9 } },
  })
})

test('AIPerf, CSV, with the counts of the server as in its JSON', () => {
  const [result] = readAll(`Metric,avg,min,max,p50,std
Request Latency (ms),310.45,285.53,353.99,310.00,21.01
Time to First Token (ms),36.60,16.39,70.73,27.60,15.16
Output Sequence Length (tokens),124.50,120.00,131.00,123.50,3.40

Metric,Value
Benchmark Duration (sec),1.96
Request Count,12.00
Request Throughput (requests/sec),6.13
Total Input Sequence Length (tokens),720.00
Total Output Sequence Length (tokens),"1,494.00"
Total Usage Completion Tokens (tokens),240.00
Total Usage Prompt Tokens (tokens),497.00
`)
  expect(result?.tool?.name).toBe('AIPerf')
  expect(result?.summary).toMatchObject({
    ...{ durationS: 1.96, completed: 12, totalInputTokens: 497, totalOutputTokens: 240 },
    metrics: { e2el: { mean: 310.45 }, ttft: { mean: 36.6 } },
  })
})

test('llmperf', () => {
  const quantiles = (name: string, value: number) => ({
    [`results_${name}_mean`]: value,
    [`results_${name}_stddev`]: value / 10,
    [`results_${name}_quantiles_p50`]: value,
    [`results_${name}_quantiles_p99`]: value * 2,
  })
  const [result] = readAll(
    JSON.stringify({
      version: '2023-08-31',
      model: 'm',
      num_concurrent_requests: 4,
      results_num_completed_requests: 30,
      results_num_completed_requests_per_min: 60,
      results_number_errors: 2,
      results_number_input_tokens_mean: 550,
      results_number_output_tokens_mean: 150,
      ...quantiles('ttft_s', 0.25),
      ...quantiles('end_to_end_latency_s', 3),
      ...quantiles('inter_token_latency_s', 0.02),
    }),
  )
  expect(result?.tool?.name).toBe('llmperf')
  expect(result?.summary).toMatchObject({
    durationS: 30,
    completed: 30,
    failed: 2,
    totalOutputTokens: 4500,
    metrics: {
      ttft: {
        mean: 250,
        percentiles: [
          { percentile: 50, value: 250 },
          { percentile: 99, value: 500 },
        ],
      },
      e2el: { mean: 3000 },
    },
  })
  expect(result?.config).toMatchObject({ model: 'm', maxConcurrency: 4 })
})

const distribution = (mean: number) => ({
  successful: {
    mean,
    median: mean,
    std_dev: 1,
    count: 4,
    total_sum: mean * 4,
    percentiles: { p99: mean, p999: mean },
  },
})
const metrics = {
  request_latency: distribution(0.5),
  time_to_first_token_ms: distribution(20),
  inter_token_latency_ms: distribution(5),
  prompt_token_count: distribution(100),
  output_token_count: distribution(16),
}
const totals = { successful: 4, errored: 1, incomplete: 0, total: 5 }
const strategy = { type_: 'concurrent', streams: 4 }
const common = {
  start_time: 1757000000,
  end_time: 1757000002,
  duration: 2,
  requests: { successful: [] },
}
const newer = { ...common, config: { strategy }, metrics: { ...metrics, request_totals: totals } }

test.each([
  [
    '0.3',
    { benchmarks: [{ ...common, args: { strategy }, request_totals: totals, metrics }] },
    null,
  ],
  ['0.4', { args: {}, benchmarks: [newer] }, null],
  ['0.5', { metadata: { guidellm_version: '0.5.0' }, args: {}, benchmarks: [newer] }, '0.5.0'],
  [
    '0.8',
    { config: { spec: {} }, metadata: { guidellm_version: '0.8.1' }, benchmarks: [newer] },
    '0.8.1',
  ],
])('GuideLLM %s', (_version, file, version) => {
  const [result] = readAll(JSON.stringify(file))
  expect(result?.tool).toEqual({ name: 'GuideLLM', version })
  expect(result?.summary).toMatchObject({
    durationS: 2,
    completed: 4,
    failed: 1,
    totalInputTokens: 400,
    metrics: { e2el: { mean: 500 }, ttft: { mean: 20 } },
  })
  expect(result?.config.maxConcurrency).toBe(4)
})

test.each([
  [
    'vllm bench throughput',
    {
      elapsed_time: 3,
      num_requests: 9,
      total_num_tokens: 90,
      requests_per_second: 3,
      tokens_per_second: 30,
    },
  ],
  ['vllm bench latency', { avg_latency: 1, latencies: [1], percentiles: { 50: 1 } }],
  ['vllm bench startup', { avg_cold_startup_time: 9 }],
  [
    'SGLang bench_one_batch',
    { run_name: 'a', batch_size: 1, input_len: 1, output_len: 1, latency: 1, output_throughput: 1 },
  ],
  ['k6', { root_group: {}, metrics: {} }],
  ['Vegeta', { latencies: {}, bytes_in: {}, status_codes: {} }],
  ['oha', { summary: {}, latencyPercentiles: {} }],
  ['llama-batched-bench', { pp: 1, tg: 1, pl: 1, t_pp: 1, t_tg: 1 }],
  ['InferenceMAX', { hw: 'h200', tp: 8, conc: 64, tput_per_gpu: 9 }],
  ['perf_analyzer', { experiments: [], version: '', service_kind: 'openai' }],
  ['AIPerf', { metadata: {}, metrics: {} }],
  ['AIPerf', { schema_version: '1.1', aiperf_version: '0.13.0', metrics_phase: 'profiling' }],
  ['AIPerf', { aiperf_version: '0.6.0', summary: {}, metrics: {} }],
  ['AIPerf', { Endpoint: 'a:8000', Type: 'counter', Metric: 'vllm:prompt_tokens', Unit: 'tokens' }],
  ['fmperf', { request_idx: 0, exp_num_users: 4, duration_ms: 412.1, n_tokens: 1 }],
  ['llmperf', { error_code: null, ttft_s: 1, end_to_end_latency_s: 2 }],
  ['llm-d benchmark_report 0.1', { version: '0.1', scenario: {}, metrics: {} }],
])('%s is refused by its name, with the reason', (name, file) => {
  expect(refusal(JSON.stringify(file))).toMatch(new RegExp(`is a file of ${name}: .+ Import `))
})

const tableNames = [
  ['Run Info', 'Benchmark', 'Timings', 'Timings', ...Array<string>(4).fill('Request Counts')],
  ['Run ID', 'Strategy', 'End Time', 'Duration', 'Successful', 'Incomplete', 'Errored', 'Total'],
  ['', '', '', 'Sec', '', '', '', ''],
]
const tableFigures = [
  ['Request Latency', 'Sec', 0.5],
  ['Time to First Token', 'ms', 20],
  ['Inter Token Latency', 'ms', 5],
  ['Token Metrics', 'Input Tokens', 100],
  ['Token Metrics', 'Output Tokens', 16],
] as const
const statistics = ['Mean', 'Median', 'Std Dev', 'Percentiles']

/** As GuideLLM 0.8.1 writes it. */
const guidellmTable = [
  ...tableNames.map((names, level) => [
    ...names,
    ...tableFigures.flatMap(([group, unit]) =>
      statistics.map((statistic) => [group, `Successful ${unit}`, statistic][level] ?? ''),
    ),
  ]),
  [
    ...['a1', 'concurrent@4', '2026-09-23 17:45:01', '2.0', '4', '1', '1', '6'],
    ...tableFigures.flatMap(([, , mean]) => [
      ...[String(mean), String(mean), '1.0'],
      `"[${Array.from({ length: 11 }, (_, at) => mean + at).join(', ')}]"`,
    ]),
  ],
]
  .map((cells) => cells.join(','))
  .join('\n')

test('a table of GuideLLM', () => {
  const [result] = readAll(guidellmTable)
  expect(result?.tool?.name).toBe('GuideLLM')
  expect(result?.summary).toMatchObject({
    durationS: 2,
    completed: 4,
    failed: 1,
    totalInputTokens: 400,
    totalOutputTokens: 64,
    metrics: { e2el: { mean: 500 }, ttft: { median: 20 }, itl: { mean: 5 } },
  })
  const percentiles = result?.summary.metrics.ttft.percentiles
  expect(percentiles).toContainEqual({ percentile: 0.1, value: 21 })
  expect(percentiles).toContainEqual({ percentile: 99, value: 29 })
  expect(result?.config).toMatchObject({ maxConcurrency: 4, numPrompts: 6 })
})

test('a table of GuideLLM without the counts of requests is refused by its name', () => {
  expect(refusal('Run Info,Run Info,Benchmark\nId,Model,Strategy\n1,m,concurrent\n')).toContain(
    'is a table of GuideLLM',
  )
  expect(refusal('Type,Run Id,Successful Requests/Sec mean\na,b,1\n')).toContain(
    'is a table of GuideLLM',
  )
})
