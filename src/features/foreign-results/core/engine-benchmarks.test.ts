// Files of benchmarks that come with an engine or restate those of another tool, each as the run it becomes.
import { expect, test } from 'vitest'
import { readAll, refusal } from '#core/result-file/result-file.test-support.ts'

test('inference-benchmarker: each result but the warm-up is a run', () => {
  const stats = (name: string, value: number) => ({
    [`${name}_ms_avg`]: value,
    [`${name}_ms_p50`]: value,
    [`${name}_ms_p90`]: value * 2,
  })
  const one = (id: string, rate: number | null) => ({
    id,
    executor_type: 'ConstantArrivalRate',
    config: { max_vus: 800, duration: '120s', rate },
    total_requests: 33,
    total_tokens: 4500,
    duration_ms: 10_000,
    failed_requests: 3,
    successful_requests: 30,
    request_rate: 3,
    total_tokens_sent: 6000,
    ...stats('time_to_first_token', 60),
    ...stats('inter_token_latency', 9),
    ...stats('e2e_latency', 1400),
  })
  const report = {
    config: { max_vus: 800, tokenizer: 'org/m', model_name: 'm', benchmark_kind: 'Sweep' },
    results: [one('warmup', null), one('throughput', null), one('constant@2.50req/s', 2.5)],
    start_time: '2026-01-02T03:04:05Z',
  }
  const results = readAll(JSON.stringify(report))
  expect(results.map(({ config }) => [config.requestRate, config.maxConcurrency])).toEqual([
    ['inf', 800],
    [2.5, null],
  ])
  expect(results[1]?.tool?.name).toBe('inference-benchmarker')
  expect(results[1]?.config.model).toBe('m')
  expect(results[1]?.summary).toMatchObject({
    durationS: 10,
    completed: 30,
    failed: 3,
    totalInputTokens: 6000,
    totalOutputTokens: 4500,
    metrics: { ttft: { mean: 60 }, tpot: { median: 9 }, e2el: { mean: 1400 } },
  })
  const older = JSON.stringify(report).replaceAll(/"\w+_ms_p50":\d+,/g, '')
  expect(readAll(older)[0]?.summary).toMatchObject({
    completed: 30,
    metrics: { ttft: { count: 0 }, e2el: { count: 0 } },
  })
})

// Names of evalscope/perf/utils/perf_constants.py, and those before March 2026.
test.each([
  {
    'Time taken for tests (s)': 8,
    'Number of concurrency': 4,
    'Succeed requests': 9,
    'Failed requests': 1,
    'Average input tokens per request': 20,
    'Average output tokens per request': 10,
    'Average latency (s)': 0.5,
    'Average time to first token (s)': 0.05,
    'benchmark_percentile.json': [
      { Percentiles: '50%', 'TTFT (s)': 0.04, 'Latency (s)': 0.4 },
      { Percentiles: '99%', 'TTFT (s)': 0.09, 'Latency (s)': 0.9 },
    ],
  },
  {
    'Test Duration (s)': 8,
    Concurrency: 4,
    'Request Rate (req/s)': -1,
    'Success Requests': 9,
    'Failed Requests': 1,
    'Avg Latency (s)': 0.5,
    'Avg Input Tokens': 20,
    'Avg TTFT (ms)': 50,
    'Avg Output Tokens': 10,
    'benchmark_args.json': { model: 'm' },
    'benchmark_percentile.json': [
      { Percentiles: '50%', 'TTFT (ms)': 40, 'Latency (s)': 0.4 },
      { Percentiles: '99%', 'TTFT (ms)': 90, 'Latency (s)': 0.9 },
    ],
  },
])('EvalScope: a summary with the percentiles beside it', (file) => {
  const [result] = readAll(JSON.stringify(file))
  expect(result?.tool?.name).toBe('EvalScope')
  expect(result?.config.maxConcurrency).toBe(4)
  expect(result?.summary).toMatchObject({ durationS: 8, completed: 9, failed: 1 })
  expect(result?.summary).toMatchObject({ totalInputTokens: 180, totalOutputTokens: 90 })
  const { ttft, e2el } = result?.summary.metrics ?? {}
  expect(ttft).toMatchObject({ mean: 50, median: 40, percentiles: [{}, { value: 90 }] })
  expect(e2el).toMatchObject({ mean: 500, median: 400 })
})

test('EvalScope: a summary alone has no latencies, and percentiles alone are refused', () => {
  const summary = { 'Test Duration (s)': 8, 'Success Requests': 9, 'Avg TTFT (ms)': 50 }
  expect(readAll(JSON.stringify(summary))[0]?.summary.metrics.ttft.count).toBe(0)
  expect(refusal('[{"Percentiles": "50%", "TTFT (ms)": 40}]')).toContain('benchmark_summary.json')
})

test('inference-perf: earlier files have rates and mean lengths alone', () => {
  const stats = { mean: 1, median: 0.9, p99: 2 }
  const latency = {
    request_latency: stats,
    time_to_first_token: null,
    time_per_output_token: null,
    inter_token_latency: null,
  }
  const [result] = readAll(
    JSON.stringify({
      load_summary: { count: 40 },
      successes: {
        count: 40,
        latency,
        throughput: { requests_per_sec: 2 },
        prompt_len: { mean: 550 },
        output_len: { mean: 100 },
      },
      failures: { count: 0 },
    }),
  )
  expect(result?.summary).toMatchObject({
    durationS: 20,
    totalInputTokens: 22_000,
    metrics: { e2el: { mean: 1000 } },
  })
})

test('llm-d’s benchmark report 0.2', () => {
  const latency = (units: string, mean: number) => ({ units, mean, p50: mean, p99p9: mean * 2 })
  const [result] = readAll(
    JSON.stringify({
      version: '0.2',
      run: { uid: 'a', time: { end: '2026-01-14T12:58:15+02:00', duration: 'PT1M30.5S' } },
      scenario: {
        load: { standardized: { tool: 'inference-perf', rate_qps: 10, concurrency: 4 } },
      },
      results: {
        request_performance: {
          aggregate: {
            requests: {
              total: 200,
              failures: 4,
              incomplete: 6,
              input_length: { units: 'count', mean: 1000 },
              output_length: { units: 'count', mean: 100 },
            },
            latency: {
              request_latency: latency('s', 30),
              time_to_first_token: latency('ms', 2000),
              time_per_output_token: latency('s/token', 0.029),
            },
            throughput: { requests_rate: { units: 'queries/s', mean: 3.8 } },
          },
        },
      },
    }),
  )
  expect(result?.tool).toEqual({ name: 'llm-d', version: '0.2' })
  expect(result?.finishedAtEpochMs).toBe(Date.UTC(2026, 0, 14, 10, 58, 15))
  expect(result?.summary).toMatchObject({
    durationS: 50,
    completed: 190,
    failed: 4,
    totalOutputTokens: 19_000,
    metrics: { e2el: { mean: 30_000 }, ttft: { median: 2000 }, tpot: { mean: 29 } },
  })
  expect(result?.summary.metrics.ttft.percentiles).toContainEqual({
    percentile: 99.9,
    value: 4000,
  })
  expect(result?.config).toMatchObject({ requestRate: 10, maxConcurrency: 4, numPrompts: 200 })
})

test('TensorRT-LLM’s trtllm-bench', () => {
  const latency = (average: number) => ({ average, p50: average, p99: average * 2, minimum: 1 })
  const [result] = readAll(
    JSON.stringify({
      engine: { model: 'm', version: '1.3.0rc12', backend: 'Pytorch' },
      machine: null,
      world_info: { tp_size: 1 },
      request_info: { num_requests: 40, avg_input_length: 128, avg_output_length: 64 },
      performance: { total_latency_ms: 8000, request_latency_percentiles_ms: latency(700) },
      streaming_metrics: { ttft_percentiles: latency(50), tpot_percentiles: latency(10) },
    }),
  )
  expect(result?.tool).toEqual({ name: 'TensorRT-LLM', version: '1.3.0rc12' })
  expect(result?.summary).toMatchObject({
    durationS: 8,
    completed: 40,
    totalInputTokens: 5120,
    totalOutputTokens: 2560,
    metrics: { e2el: { mean: 700 }, ttft: { median: 50 }, tpot: { mean: 10 } },
  })
})

test('LMDeploy’s table of batches is refused by its name', () => {
  const names = 'batch,num_promts,RPS,RPM,FTL(ave)(s),throughput(out tok/s)'
  expect(refusal(`${names}\n1,2,3,4,5,6\n`)).toContain('is a file of LMDeploy')
})

const genaiStats = (avg: number) => ({ unit: 'ms', avg, p50: avg, p99: avg, std: 1 })
const genai = {
  request_throughput: { unit: 'requests/sec', avg: 2.5 },
  request_latency: genaiStats(800),
  output_sequence_length: { unit: 'tokens', avg: 100 },
}

test.each([
  ['a measurement interval', { measurement_interval: 10_000 }, 25],
  [
    'a window of perf_analyzer',
    { perf_analyzer: { measurement: { mode: 'time_windows', num: 8000 } } },
    20,
  ],
  [
    'a count of perf_analyzer',
    { perf_analyzer: { measurement: { mode: 'request_count', num: 50 } } },
    50,
  ],
])('GenAI-Perf: a file without a count of requests has %s', (_, settings, completed) => {
  const [result] = readAll(JSON.stringify({ ...genai, input_config: settings }))
  expect(result?.summary).toMatchObject({ completed, durationS: completed / 2.5 })
  expect(refusal(JSON.stringify(genai))).toContain('request_count is missing')
})

test('AIPerf: the metrics of its first versions are in records', () => {
  const records = { ...genai, ttft: genaiStats(50), request_count: { unit: 'requests', avg: 40 } }
  const listed = Object.entries(records).map(([tag, record]) => ({ tag, ...record }))
  for (const form of [records, listed]) {
    const file = { input_config: { endpoint: { model_names: ['m'] } }, records: form }
    const [result] = readAll(JSON.stringify(file))
    expect(result?.config.model).toBe('m')
    expect(result?.summary).toMatchObject({ completed: 40, metrics: { ttft: { mean: 50 } } })
  }
})

test('numbers may be stored as text', () => {
  const [result] = readAll(
    JSON.stringify({
      engine: { model: 'm', version: '1.0' },
      world_info: {},
      request_info: { num_requests: '40', avg_input_length: '128', avg_output_length: 64 },
      performance: { total_latency_ms: '8000.0' },
    }),
  )
  expect(result?.summary).toMatchObject({ durationS: 8, completed: 40, totalInputTokens: 5120 })
})

test('inference-perf: a run without streaming, and medians named p50', () => {
  const stats = { mean: 1, p50: 0.9 }
  const [result] = readAll(
    JSON.stringify({
      load_summary: {},
      successes: {
        count: 4,
        latency: { request_latency: stats },
        throughput: { requests_per_sec: 2 },
      },
      failures: { count: 0 },
    }),
  )
  expect(result?.summary).toMatchObject({ durationS: 2, metrics: { e2el: { median: 900 } } })
})

test('GuideLLM: early reports may lack the duration, the totals, a metric or the requests', () => {
  const distribution = {
    ...{ mean: 1, median: 1, std_dev: 0, count: 4, total_sum: 4, percentiles: { p50: 1 } },
  }
  const metric = { successful: distribution }
  const benchmark = {
    args: { strategy: { type_: 'concurrent', streams: 8 } },
    run_stats: { requests_made: { successful: 4, incomplete: 0, errored: 1 } },
    start_time: 10,
    end_time: 14,
    metrics: { request_latency: metric, prompt_token_count: metric, output_token_count: metric },
  }
  const [result] = readAll(JSON.stringify({ benchmarks: [benchmark] }))
  expect(result?.config.maxConcurrency).toBe(8)
  expect(result?.summary).toMatchObject({ durationS: 4, completed: 4, failed: 1 })
  expect(refusal('{"benchmarks": [{"mode": "constant", "results": []}]}')).toContain('GuideLLM 0.1')
  const nested =
    '{"benchmarks": [{"benchmarks": [{"mode": "synchronous", "results": []}], "args": {}}]}'
  expect(refusal(nested)).toContain('GuideLLM 0.1')
})
