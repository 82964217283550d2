import { describe, expect, test } from 'vitest'
import { refusalOf } from '../model/refusal.test-support.ts'
import { exampleRun } from '../report/example-run.test-support.ts'
import { resultJson } from '../report/result-file/result-json.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { readResult, type ReadResult } from './read-result.ts'
import { splitResults } from './split-results.ts'

function read(text: string): ReadResult {
  const [written, ...others] = splitResults(text)
  if (written === undefined || others.length > 0) throw new Error('not one result')
  return readResult(written)
}

/** Keys every version writes. */
const least = {
  date: '20240805-101112',
  backend: 'vllm',
  model_id: 'meta/llama',
  tokenizer_id: 'meta/llama',
  num_prompts: 3,
  request_rate: 2.5,
  duration: 2,
  completed: 2,
  total_input_tokens: 30,
  total_output_tokens: 8,
  request_throughput: 1,
}

const requests = {
  input_lens: [10, 20, 30],
  output_lens: [5, 3, 0],
  ttfts: [0.1, 0.2, 0],
  itls: [[0.01, 0.02, 0.03, 0.04], [0.05, 0.05], []],
  generated_texts: ['five tokens', 'three', ''],
  errors: ['', '', 'Internal Server Error'],
}

const ttft = { mean_ttft_ms: 150, median_ttft_ms: 150, std_ttft_ms: 50, p99_ttft_ms: 199 }

test('figures in quotes are numbers, with a decimal comma too', () => {
  const quoted = { ...least, ...ttft, mean_ttft_ms: '151,5', median_ttft_ms: '150.5' }
  const { metrics } = read(JSON.stringify(quoted)).summary
  expect(metrics.ttft).toMatchObject({ mean: 151.5, median: 150.5 })
})

describe('conversations', () => {
  test('come back from our own file as they went into it', () => {
    const run = exampleRun()
    const records = run.records.map((record, number) => ({
      ...record,
      turn: { conversation: 0, number },
    }))
    const summary = summarizeRun(records.map(measuredFromRecord), {
      durationS: 2,
      percentiles: [99],
      goodputLimitsMs: {},
      client: null,
    })
    const imported = read(resultJson({ ...run, records, summary }, { detailed: false }))
    const unknown = { count: null, min: null, max: null }
    const { duration, turns, ...counts } = summary.conversations ?? { turns: [] }
    expect(imported.summary.conversations).toEqual({
      ...counts,
      duration: { ...duration, ...unknown, std: 0 },
      turns: turns.map((turn) => ({
        ...turn,
        ttft: { ...turn.ttft, ...unknown },
        tpot: { ...turn.tpot, ...unknown },
        itl: { ...turn.itl, ...unknown },
        e2el: { ...turn.e2el, ...unknown },
      })),
    })
    expect(imported.config.metadata).toEqual({})
  })

  test('of the original’s Rust client are read as far as it has them', () => {
    const turn = { turn_index: 0, num_samples: 4, completed: 4, failed: 0, total_input_tokens: 400 }
    const { summary, config } = read(
      JSON.stringify({
        ...least,
        mode: 'multi_turn',
        conversations_completed: 3,
        conversations_failed: 1,
        avg_turns_completed: 1.5,
        avg_conversation_duration_ms: 900,
        per_turn_metrics: [{ ...turn, ...ttft }],
      }),
    )
    expect(summary.conversations).toMatchObject({
      completed: 3,
      failed: 1,
      turnsEach: 1.5,
      duration: { mean: 900, median: 900 },
      turns: [{ inputTokens: 100, ttft: { mean: 150, count: null }, e2el: { count: 0 } }],
    })
    expect(config.metadata).toEqual({ mode: 'multi_turn' })
  })

  test('are none where the file has none', () => {
    expect(read(JSON.stringify(least)).summary.conversations).toBeNull()
  })
})

describe('results of every version', () => {
  test('mid-2024: one percentile, every request, neither burstiness nor concurrency', () => {
    const old = { ...least, best_of: 1, use_beam_search: false, input_throughput: 15, ...ttft }
    const result = read(JSON.stringify({ ...old, ...requests }))
    expect(result.summary).toMatchObject({
      completed: 2,
      failed: 1,
      outputThroughput: 4,
      totalTokenThroughput: 19,
      maxOutputTokensPerS: null,
      peakConcurrency: null,
    })
    expect(result.summary.metrics.ttft).toMatchObject({ mean: 150, count: 2, min: 100, max: 200 })
    expect(result.details).toBe('durations')
    expect(result.knownFields).not.toContain('burstiness')
    expect(result.knownFields).not.toContain('maxConcurrency')
    expect(result.config.metadata).toEqual({})
  })

  test('early 2025: goodput under a mistyped key, requests left out', () => {
    const result = read(
      JSON.stringify({ ...least, max_concurrency: null, burstiness: 1, 'request_goodput:': 0.5 }),
    )
    expect(result.summary).toMatchObject({ requestGoodput: 0.5, failed: null, errors: [] })
    expect(result.config.maxConcurrency).toBeNull()
    expect(result.knownFields).toContain('maxConcurrency')
    expect(result.details).toBe('none')
    expect(result.records).toEqual([])
  })

  test('2026: times of every request, facts of a sweep, percentiles of one’s own', () => {
    const result = read(
      JSON.stringify({
        ...least,
        ...requests,
        ...ttft,
        'p99.9_ttft_ms': 199.9,
        failed: 1,
        label: 'tp4',
        tensor_parallel_size: 4,
        gpu: 'H100',
        spec_decode_acceptance_rate: 0.7,
        latencies: [0.25, 0.3, 0],
        start_times: [1000.5, 1001, 1001.5],
        queue_times: [0.5, 0, 0],
        max_output_tokens_per_s: 5,
        max_concurrent_requests: 2,
      }),
    )
    expect(result).toMatchObject({ details: 'times', startedAtMonotonicS: 1000 })
    expect(result.config).toMatchObject({
      label: 'tp4',
      metadata: { tensor_parallel_size: '4', gpu: 'H100' },
      metricPercentiles: [99, 99.9],
    })
    expect(result.records).toMatchObject([
      { scheduledAtUs: 0, sentAtUs: 500_000, firstTokenAtUs: 600_000, endedAtUs: 750_000 },
      { sentAtUs: 1_000_000, endedAtUs: 1_300_000, outputTokens: 3, generatedText: 'three' },
      { sentAtUs: 1_500_000, error: { code: 'other', message: 'Internal Server Error' } },
    ])
    expect(result.summary).toMatchObject({ maxConcurrentRequests: 2, peakConcurrency: 1 })
  })

  test('what Python writes bare: an endless rate, burstiness without end, nothing to average', () => {
    const text = JSON.stringify({
      ...least,
      burstiness: '@',
      request_rate: 'inf',
      mean_tpot_ms: '#',
    })
    const result = read(text.replace('"@"', 'Infinity').replace('"#"', 'NaN'))
    expect(result.config).toMatchObject({ requestRate: 'inf', burstiness: 'inf' })
    expect(result.summary.metrics.tpot.count).toBe(0)
  })

  test.each<[object, string]>([
    [{ num_prompts: 'many' }, 'numPrompts'],
    [{ request_rate: 'fast' }, 'requestRate'],
    [{ model_id: 7 }, 'model'],
    [{ model_id: 'x'.repeat(2000) }, 'model'],
    [{ backend: 'aphrodite' }, 'backend'],
  ])('facts that stand where a setting should make that unknown: %.40j', (change, field) => {
    const { knownFields } = read(JSON.stringify({ ...least, ...change }))
    expect(knownFields).not.toContain(field)
  })

  test('ours: what was measured comes back', () => {
    const run = exampleRun({ requestRate: 4, metadata: { rack: '7' }, goodput: { ttft: 150 } })
    const result = read(resultJson(run, { detailed: true }))
    const { ttft: stats, itl } = run.summary.metrics
    expect(result.summary.metrics).toMatchObject({ ttft: stats, itl })
    // Inputs, which a feature counts, are written only if nothing is generated, and no file states how tokens arrived.
    const { asAsked, ...stated } = run.summary
    expect(asAsked).toBeDefined()
    const inputs = 'totalInputs' in stated && { totalInputs: null, inputsThroughput: null }
    const imported = { ...stated, ...inputs, resent: null }
    expect(result.summary).toMatchObject({ ...imported, metrics: {}, errors: [{ count: 1 }] })
    expect(result.config).toMatchObject({ requestRate: 4, metadata: { rack: '7' } })
    expect(result.finishedAtEpochMs).toBe(run.startedAtEpochMs + 2000)
  })
})

describe('a result for PyTorch’s benchmarks', () => {
  const args = {
    backend: 'vllm',
    dataset_name: 'random',
    random_input_len: 64,
    ignore_eos: true,
    request_rate: 'inf',
    goodput: ['ttft:200'],
    header: ['Authorization=secret'],
    base_url: null,
    percentile_metrics: 'ttft,tpot',
    extra_body: 'no json',
    hf_name: 'x',
  }
  const others = { ...least, model_id: undefined, backend: undefined }
  const records = [
    ['mean_ttft_ms', 150],
    ['median_ttft_ms', 140],
    ['std_ttft_ms', 10],
    ['p99_ttft_ms', 190],
  ].map(([name, value]) => ({
    benchmark: { name: 'vLLM benchmark', extra_info: { args } },
    model: { name: 'meta/llama' },
    metric: { name, benchmark_values: [value], extra_info: others },
  }))

  test('makes one run, whose command line is known', () => {
    const result = read(JSON.stringify(records))
    expect(result.summary.metrics.ttft).toMatchObject({ mean: 150, median: 140 })
    expect(result.config).toMatchObject({
      model: 'meta/llama',
      datasetName: 'random',
      randomInputLen: 64,
      ignoreEos: true,
      goodput: { ttft: 200 },
      requestRate: 2.5,
    })
    expect(result.knownFields).toContain('datasetName')
    expect(result.knownFields).not.toContain('extraBody')
  })

  test('brings no secret along', () => {
    expect(JSON.stringify(read(JSON.stringify(records)))).not.toContain('secret')
  })
})

describe('an untrusted file', () => {
  test('cannot reach our prototypes', () => {
    const text = JSON.stringify({ ...least, '@': { polluted: true } }).replace('@', '__proto__')
    const result = read(text.replace('"model_id"', '"constructor": "x", "model_id"'))
    expect({}).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(result.config.metadata)).toBe(Object.prototype)
    expect(result.config.metadata).toEqual({ constructor: 'x' })
  })

  test('keeps facts short and few', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`k${i}`, 'x'.repeat(5000)]),
    )
    const { metadata } = read(JSON.stringify({ ...least, ...many })).config
    expect(Object.keys(metadata)).toHaveLength(100)
    expect(Math.max(...Object.values(metadata).map((fact) => fact.length))).toBe(1000)
  })

  test.each<[object, string]>([
    [{ duration: undefined }, 'duration is missing'],
    [{ duration: 0 }, 'duration must be above 0'],
    [{ completed: '2' }, 'completed must be a number'],
    [{ completed: 1.5 }, 'completed must be a whole number'],
    [{ ...requests, ttfts: [0.1] }, 'ttfts has 1 entries, but errors has 3'],
    [{ ...requests, itls: [[], [], ['x']] }, 'itls[2][0] must be a number'],
  ])('is refused by its key: %j', (change, message) => {
    const refusal = refusalOf(() => read(JSON.stringify({ ...least, ...change })))
    expect(refusal.message).toContain(message)
    expect(refusal.remedy).not.toBeNull()
  })

  test('an object of other things is named by its keys', () => {
    expect(() => read('{"root": 1, "checks": {}}')).toThrow(/begins with the keys root, checks/)
  })

  test.each(['12', '"text"', '{"a": 1'])('%s is no result', (text) => {
    expect(refusalOf(() => read(text)).remedy).not.toBeNull()
  })
})
