import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { pointConfig, sweepPoints } from '../sweep-points.ts'
import { readParams } from './read-params.ts'
import { parseLinks, withParams } from './with-params.ts'

const plan = sweepPlanSchema.parse({
  name: 'sweep',
  config: { ...defaultBenchmarkConfig, randomOutputLen: 64 },
  requestRates: [4],
  maxConcurrencies: [null],
  secondsPerPoint: null,
})

const serve = (contents: unknown) => readParams(contents, 'serve', exampleFlagIndex)
const bench = (contents: unknown) => readParams(contents, 'bench', exampleFlagIndex)

function loadsOf(sweep: SweepPlan): unknown[] {
  return sweepPoints(sweep).map((point) => {
    const { requestRate, maxConcurrency, randomOutputLen } = pointConfig(sweep, point)
    return [requestRate, maxConcurrency, randomOutputLen]
  })
}

describe('a parameter file of vLLM', () => {
  test('names flags with underscores, and parts of objects with dots', () => {
    expect(
      serve([
        {
          max_num_seqs: 64,
          'compilation_config.cudagraph_capture_sizes': [1, 2],
          enable_lora: false,
        },
        { _benchmark_name: 'big', 'max-num-seqs': 256, plugin_flag: 'x' },
      ]),
    ).toEqual([
      {
        benchmark: {},
        server: {
          'max-num-seqs': 64,
          'compilation-config': { cudagraph_capture_sizes: [1, 2] },
          'enable-lora': false,
        },
      },
      { benchmark: {}, server: { 'max-num-seqs': 256, 'plugin-flag': 'x' } },
    ])
  })

  test.each([
    [{ goodput: ['ttft:100', 'tpot:50'] }, { goodput: { ttft: 100, tpot: 50 } }],
    [{ goodput: 'ttft:100' }, { goodput: { ttft: 100 } }],
    [{ header: ['a=b'] }, { header: { a: 'b' } }],
    [{ metric_percentiles: 95 }, { metricPercentiles: [95] }],
    [{ metric_percentiles: [90, 95] }, { metricPercentiles: [90, 95] }],
  ])('has the words that follow a flag: %j', (written, read) => {
    expect(bench([written]).map(({ benchmark }) => benchmark)).toEqual([read])
  })

  test('may name its objects instead of listing them', () => {
    const named = {
      short: { random_input_len: 128 },
      long: { random_input_len: 4096, 'extra_body.seed': 1 },
    }
    expect(bench(named).map(({ benchmark }) => benchmark)).toEqual([
      { randomInputLen: 128 },
      { randomInputLen: 4096, extraBody: { seed: 1 } },
    ])
  })

  test.each<[unknown, string]>([
    [[], 'bench-params must hold parameters, not [].'],
    ['x', 'bench-params must hold parameters, not "x".'],
    [[1], 'bench-params[0] must hold parameters, not 1.'],
    [[{ random_inputlen: 1 }], 'bench-params[0].random_inputlen is not a known key.'],
    [{ a: { random_input_len: -1 } }, 'bench-params.a.random_input_len must be'],
    [
      [{ _benchmark_name: 'a' }, { _benchmark_name: 'a' }],
      'bench-params[1] has the same _benchmark_name as another',
    ],
  ])('%j is refused: %s', (contents, message) => {
    expect(() => bench(contents)).toThrow(message)
  })
})

describe('a plan with parameters', () => {
  test('has the loads among them as its loads, and only the combinations listed', () => {
    const params = bench([
      { request_rate: 1, random_output_len: 32 },
      { request_rate: 2, random_output_len: 32 },
      { request_rate: 'inf', max_concurrency: 8 },
    ])
    const taken = withParams(plan, { serve: null, bench: params, links: [] })
    expect(taken.axes.map(({ name, settings }) => [name, settings.length])).toEqual([
      ['bench-params', 2],
    ])
    expect(loadsOf(taken)).toEqual([
      [1, null, 32],
      [2, null, 32],
      ['inf', 8, 64],
    ])
  })

  test('keeps its loads where none are among them', () => {
    const loads = { ...plan, requestRates: [1, 2], maxConcurrencies: [8, null] }
    const params = bench([{ random_output_len: 16 }, { random_output_len: 32 }])
    const taken = withParams(loads, { serve: null, bench: params, links: [] })
    expect(taken).toMatchObject({ requestRates: [1, 2], maxConcurrencies: [8, null], excluded: [] })
    expect(loadsOf(taken)).toHaveLength(8)
  })

  test('has no axis where only loads vary', () => {
    const taken = withParams(plan, {
      serve: null,
      bench: bench([{ request_rate: 1 }, { request_rate: 2 }]),
      links: [],
    })
    expect(taken).toMatchObject({ axes: [], excluded: [], requestRates: [1, 2] })
  })

  test('combines those of the server with those of the benchmark, unless they are linked', () => {
    const both = {
      serve: serve([{ max_num_seqs: 64 }, { max_num_seqs: 256 }]),
      bench: bench([{ max_concurrency: 64 }, { max_concurrency: 256 }]),
    }
    expect(sweepPoints(withParams(plan, { ...both, links: [] }))).toHaveLength(4)
    const links = parseLinks('max_num_seqs=max_concurrency') ?? []
    const taken = withParams(plan, { ...both, links })
    const pairs = sweepPoints(taken).map(({ settings: [setting = 0], maxConcurrency }) => [
      taken.axes[0]?.settings[setting]?.server['max-num-seqs'],
      maxConcurrency,
    ])
    expect(pairs).toEqual([
      [64, 64],
      [256, 256],
    ])
  })

  test.each(['a', 'a=', 'a=b=c', ''])('%j links nothing', (text) => {
    expect(parseLinks(text)).toBeNull()
  })
})
