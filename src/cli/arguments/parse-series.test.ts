import { describe, expect, test } from 'vitest'
import { parseBenchServe } from './parse-bench-serve.ts'

function parsed(line: string) {
  return parseBenchServe(line.split(' '))
}

describe('flags of several runs', () => {
  test('make a sweep, whose first load stands in for the one of a run', () => {
    const { config, output, series } = parsed(
      '--sweep-max-concurrency 1,2 --sweep_num_prompts_factor=3',
    )
    expect(series).toMatchObject({ sweepMaxConcurrency: [1, 2], sweepNumPromptsFactor: 3 })
    expect(config.maxConcurrency).toBe(1)
    expect(output.reportLayout).toBe('vllm-bench')
  })

  test('take rates without end', () => {
    expect(parsed('--sweep-request-rate 0.5,20,inf').series.sweepRequestRate).toEqual([
      0.5,
      20,
      'inf',
    ])
  })

  test('leave a layout that is asked for', () => {
    expect(parsed('--num-runs 2 --report-layout vllm').output.reportLayout).toBe('vllm')
    expect(parsed('--num-runs 1').output.reportLayout).toBe('vllm')
  })

  test('let a limit on concurrency come from the sweep', () => {
    expect(parsed('--duration-minutes 1 --sweep-max-concurrency 4').config.maxConcurrency).toBe(4)
  })

  test('name a subset of SPEED-Bench as the Rust client does', () => {
    const { config } = parsed(
      '--dataset-name speed-bench --dataset-path x --speed-bench-config throughput_2k',
    )
    expect(config).toMatchObject({
      datasetName: 'speed_bench',
      speedBenchDatasetSubset: 'throughput_2k',
    })
  })

  test.each([
    ['--compare a.json', '--compare: takes two result files, the base first'],
    ['--compare a.json b.json c.json', '--compare: takes two result files, the base first'],
    ['--num-runs 0', '--num-runs'],
    ['--sweep-max-concurrency 1,x', '--sweep-max-concurrency'],
    ['--sweep-max-concurrency 0', '--sweep-max-concurrency'],
    ['--sweep-max-concurrency ,', '--sweep-max-concurrency'],
    ['--sweep-max-concurrency 4,4', 'lists a value twice'],
    ['--sweep-request-rate 0,1', '--sweep-request-rate'],
    ['--sweep-request-rate nan', '--sweep-request-rate'],
    ['--sweep-max-concurrency 1 --sweep-request-rate 1', 'cannot be combined with --sweep-max-'],
    ['--sweep-max-concurrency 1 --num-runs 2', 'cannot be combined with a sweep'],
    ['--sweep-num-prompts-factor 2', 'multiplies each value of --sweep-max-concurrency'],
    ['--sweep-summary-percentiles 95', 'adds columns to the table of a sweep'],
    ['--sweep-summary-percentiles 101 --sweep-request-rate 1', '--sweep-summary-percentiles'],
    ['--profile-duration 2', 'counts from a batch of --profile-batch-threshold'],
    ['--profile-batch-threshold 2', 'add --profile, or drop it'],
    ['--profile --profile-batch-threshold 0', '--profile-batch-threshold'],
    ['--max-model-len 0', '--max-model-len'],
    ['--random-cache-ratio 0.5', 'must be above 0 where a part of prompts is cached'],
    ['--random-cache-hit-fraction 0.5', 'must be above 0 where a share of prompts is cached'],
    ['--random-cache-hit-fraction 1.5 --random-cache-ratio 0.5', '--random-cache-hit-fraction'],
    ['--random-cache-hit-fraction 0.5 --random-cache-ratio 0.5', 'needs prompts of token ids'],
    ['--speed-bench-config x', '--speed-bench-dataset-subset'],
    ['--hf-text-column prompt', '--hf-text-column cannot be used'],
    ['--multi-turn-prefix-global-ratio 0.5', 'cannot be used: it sends turns without'],
  ])('%s is refused in a sentence', (line, sentence) => {
    expect(() => parsed(line)).toThrow(sentence)
  })
})
