import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { outputOptionsSchema, type OutputOptions } from '#core/flags/output.ts'
import { readResult } from '../../result-file/read-result.ts'
import { splitResults } from '../../result-file/split-results.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { pytorchRecordsJson } from './pytorch-records.ts'

const record = z.object({
  benchmark: z.object({ name: z.string(), extra_info: z.record(z.string(), z.unknown()) }),
  model: z.object({ name: z.string() }),
  metric: z.object({
    name: z.string(),
    benchmark_values: z.array(z.number()),
    extra_info: z.record(z.string(), z.unknown()),
  }),
})

function written(config: Partial<BenchmarkConfig> = {}, output: Partial<OutputOptions> = {}) {
  const options = { ...outputOptionsSchema.parse({}), saveDetailed: true, ...output }
  const text = pytorchRecordsJson({ run: exampleRun(config), output: options }) ?? '[]'
  const [first, ...others] = z.array(record).parse(JSON.parse(text))
  if (first === undefined) throw new Error('there are no records')
  return { text, first, records: [first, ...others], settings: first.benchmark.extra_info }
}

describe('records for PyTorch', () => {
  test('are one for each statistic that was reported', () => {
    const { records } = written({ percentileMetrics: ['ttft', 'itl'], metricPercentiles: [50, 99] })
    expect(records.map(({ metric }) => [metric.name, metric.benchmark_values])).toEqual([
      ['mean_ttft_ms', [expect.closeTo(150, 9)]],
      ['median_ttft_ms', [expect.closeTo(150, 9)]],
      ['std_ttft_ms', [expect.closeTo(50, 9)]],
      ['p99_ttft_ms', [expect.closeTo(199, 9)]],
      ['mean_itl_ms', [expect.closeTo(26.667, 3)]],
      ['median_itl_ms', [20]],
      ['std_itl_ms', [expect.closeTo(16.997, 3)]],
      ['p99_itl_ms', [expect.closeTo(49.4, 9)]],
    ])
  })

  test('carry what else the result says, but no array of latencies or texts', () => {
    const { metric } = written({ metricPercentiles: [50, 99] }).first
    expect(metric.extra_info).toMatchObject({ completed: 2, duration: 2, input_lens: [16, 16, 16] })
    expect(Object.keys(metric.extra_info)).toContain('p50_ttft_ms')
    for (const key of ['ttfts', 'itls', 'latencies', 'generated_texts', 'errors', 'mean_ttft_ms']) {
      expect(metric.extra_info).not.toHaveProperty(key)
    }
  })

  test('carry the command line, with infinities in words and without secrets', () => {
    const header = { 'X-Key': 'secret' }
    const { settings, text } = written({ burstiness: 'inf', goodput: { ttft: 200 }, header })
    expect(settings['args']).toMatchObject({
      model: 'org/sim-8b',
      request_rate: 'inf',
      burstiness: 'inf',
      num_prompts: 3,
      goodput: ['ttft:200'],
      metric_percentiles: '99',
      max_concurrency: null,
      header: ['X-Key=***'],
      save_detailed: true,
    })
    expect(text).not.toContain('Infinity')
    expect(text).toContain('"temperature": null')
  })

  test('say how the server was compiled as far as the reader has', () => {
    expect(written().settings).toMatchObject({
      'compilation_config.mode': '',
      optimization_level: '',
      use_compile: true,
    })
    const metadata = { 'compilation_config.mode': '0', tensor_parallel_size: '4' }
    expect(written({ metadata }).settings).toMatchObject({
      args: { tensor_parallel_size: '4' },
      'compilation_config.mode': '0',
      use_compile: false,
    })
    expect(written({}, { resultFilename: 'eager.json' }).settings).toMatchObject({
      use_compile: false,
    })
    expect(Object.keys(written({ compat: 'vllm-0.9' }).settings)).toEqual(['args'])
  })

  test('are none where no statistic was asked for', () => {
    const output = outputOptionsSchema.parse({})
    expect(pytorchRecordsJson({ run: exampleRun({ percentileMetrics: [] }), output })).toBeNull()
  })

  test('are read back as the result they were made from', () => {
    const { text } = written({ requestRate: 4, maxConcurrency: 8 })
    const [one] = splitResults(text)
    const read = one && readResult(one)
    expect(read?.config).toMatchObject({ requestRate: 4, maxConcurrency: 8, model: 'org/sim-8b' })
    expect(read?.summary.metrics.ttft.median).toBeCloseTo(150, 9)
  })
})
