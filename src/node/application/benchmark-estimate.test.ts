import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { estimateBenchmark } from './benchmark-estimate.ts'

const random: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  numPrompts: 200,
  randomInputLen: 256,
  randomOutputLen: 50,
}

test.each<{ remark: string; config: Partial<BenchmarkConfig>; seconds: number | null }>([
  {
    remark: 'at a rate, the schedule and the last answer',
    config: { requestRate: 50 },
    seconds: 5,
  },
  { remark: 'at rate inf, only the server knows', config: {}, seconds: null },
  {
    remark: 'by the clock, its time and the last answer',
    config: { durationMinutes: 2, maxConcurrency: 4 },
    seconds: 121,
  },
  {
    remark: 'a flat ramp is a rate',
    config: { rampUpStrategy: 'linear', rampUpStartRps: 10, rampUpEndRps: 10 },
    seconds: 21,
  },
  {
    remark: 'a linear ramp spends most of its time at its slow end',
    config: { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 10 },
    seconds: (200 * Math.LN10) / 9 + 1,
  },
  {
    remark: 'an exponential ramp even more so',
    config: { rampUpStrategy: 'exponential', rampUpStartRps: 1, rampUpEndRps: 10 },
    seconds: (200 * 0.9) / Math.LN10 + 1,
  },
])('duration: $remark', ({ config, seconds }) => {
  const { durationS } = estimateBenchmark({ ...random, ...config })
  if (seconds === null) expect(durationS).toBeNull()
  else expect(durationS).toBeCloseTo(seconds, 9)
})

test.each<{ remark: string; config: Partial<BenchmarkConfig>; tokens: (number | null)[] }>([
  { remark: 'random prompts', config: {}, tokens: [51_200, 10_000] },
  {
    remark: 'by the clock, as many as the rate sends',
    config: { durationMinutes: 2, requestRate: 10 },
    tokens: [1200 * 256, 1200 * 50],
  },
  {
    remark: 'into the room there is, in unknown number',
    config: { durationMinutes: 2, maxConcurrency: 4 },
    tokens: [null, null],
  },
  { remark: 'a prefix counts', config: { randomPrefixLen: 100 }, tokens: [71_200, 10_000] },
  {
    remark: 'the short flags win',
    config: { inputLen: 10, outputLen: 20 },
    tokens: [2000, 4000],
  },
  {
    remark: 'prefixes are shared evenly, the rest is left out',
    config: { datasetName: 'prefix_repetition', prefixRepetitionNumPrefixes: 150 },
    tokens: [150 * 512, 150 * 128],
  },
  {
    remark: 'verse fills its limit',
    config: { datasetName: 'sonnet' },
    tokens: [110_000, 30_000],
  },
  {
    remark: 'a trace of lengths decides for itself',
    config: { datasetName: 'burstgpt' },
    tokens: [null, null],
  },
  {
    remark: 'questions bring their input, and an output length of the bench',
    config: { datasetName: 'spec_bench' },
    tokens: [null, 51_200],
  },
  {
    remark: 'the longer one for SPEED-Bench',
    config: { datasetName: 'speed_bench' },
    tokens: [null, 819_200],
  },
  {
    remark: 'a timed trace decides as well',
    config: { datasetName: 'timed_trace' },
    tokens: [null, null],
  },
  {
    remark: 'conversations decide their own lengths',
    config: { datasetName: 'sharegpt' },
    tokens: [null, null],
  },
  {
    remark: 'rows may state their output length',
    config: { datasetName: 'custom', customOutputLen: 64 },
    tokens: [null, 12_800],
  },
  {
    remark: 'or bring it along',
    config: { datasetName: 'custom', customOutputLen: -1 },
    tokens: [null, null],
  },
])('tokens: $remark', ({ config, tokens }) => {
  const { inputTokens, outputTokens } = estimateBenchmark({ ...random, ...config })
  expect([inputTokens, outputTokens]).toEqual(tokens)
})

test('all rows of a dataset are an unknown number', () => {
  const config = { ...random, datasetName: 'custom', numPrompts: -1 } as const
  expect(estimateBenchmark(config).requests).toBe(0)
})
