import { expect, test } from 'vitest'
import { sweepPlanSchema } from '../sweep.ts'
import { defaultsOf } from '../benchmark-config.ts'
import { importNameOf, pointNameOf, runNameOf, sweepNameOf } from './run-name.ts'

const config = {
  ...defaultsOf('none'),
  model: null,
  datasetName: 'random',
  randomInputLen: 256,
  randomOutputLen: 128,
  requestRate: 12,
  maxConcurrency: 64,
} as const

test.each([
  [config, 'Qwen/Qwen2.5-1.5B-Instruct', 'Qwen2.5-1.5B · random 256/128 · 12 req/s · c64'],
  [
    { ...config, requestRate: 'inf', maxConcurrency: null } as const,
    '/models/llama/',
    'llama · random 256/128 · all at once',
  ],
  [{ ...config, datasetName: 'sharegpt' } as const, null, 'sharegpt · 12 req/s · c64'],
  [
    { ...config, datasetName: 'random-multi-turn' } as const,
    null,
    'random-multi-turn · 12 conv/s · c64',
  ],
  [{ ...config, model: 'org/asked' }, 'org/served', 'asked · random 256/128 · 12 req/s · c64'],
])('%j on %s is %s', (of, served, name) => {
  expect(runNameOf(of, served)).toBe(name)
})

test.each([
  [{ gpuMetricsUrl: ['http://gpu-03:9400/metrics'] }, 'gpu-metrics-url gpu-03:9400'],
  [{ backend: 'openai-chat', endpoint: '/v1/chat/completions' } as const, 'openai-chat'],
  [{ temperature: 0.7, seed: 2 }, 'seed 2 · temperature 0.7'],
])('%j is part of the name', (changed, end) => {
  expect(runNameOf({ ...config, ...changed }, null)).toBe(
    `random 256/128 · 12 req/s · c64 · ${end}`,
  )
})

test.each([
  [{ requestRate: 'inf' } as const, 'random 256/128 · c64'],
  [
    { datasetName: 'custom', datasetPath: '/data/a.json' } as const,
    'custom · 12 req/s · c64 · dataset-path a.json',
  ],
  // As a run of random prompts resolves it.
  [{ ignoreEos: true }, 'random 256/128 · 12 req/s · c64'],
  [{ ignoreEos: true, datasetName: 'sharegpt' } as const, 'sharegpt · 12 req/s · c64 · ignore-eos'],
  [{ randomRangeRatio: 0.25 }, 'random 256/128 ±25 % · 12 req/s · c64'],
  [
    { requestRate: 'inf', datasetName: 'timed_trace', maxConcurrency: null } as const,
    'timed_trace · recorded times',
  ],
  [
    {
      ...({ requestRate: 'inf', maxConcurrency: null } as const),
      ...({ rampUpStrategy: 'linear', rampUpStartRps: 2, rampUpEndRps: 18 } as const),
    },
    'random 256/128 · linear ramp 2–18 req/s',
  ],
])('%j is %s', (changed, name) => {
  expect(runNameOf({ ...config, ...changed }, null)).toBe(name)
})

test('the end of a name distinguishes a point from the others of its sweep', () => {
  const point = { sweep: 'Nightly', configuration: '', config, repeat: 0 }
  expect(pointNameOf(point)).toBe('Nightly · 12 req/s · c64')
  expect(pointNameOf({ ...point, configuration: 'max-num-seqs 64', repeat: 1 })).toBe(
    'Nightly · max-num-seqs 64 · 12 req/s · c64 · repeat 2',
  )
})

test.each([
  [['model', 'requestRate'], null, 'llama · 12 req/s · c64'],
  [['model', 'datasetName', 'requestRate'], null, 'llama · 12 req/s · c64'],
  [
    ['model', 'datasetName', 'randomInputLen', 'randomOutputLen', 'requestRate'],
    'tp4',
    'tp4 · random 256/128 · 12 req/s · c64',
  ],
  [['model'], null, 'llama · a.json'],
])('an import that has %j and the label %j is %s', (knownFields, label, name) => {
  const imported = { ...config, model: 'org/llama', label }
  expect(importNameOf({ config: imported, fileName: 'a.json', knownFields })).toBe(name)
})

test('a file without a model gives its name', () => {
  const imported = { config: { ...config, label: null }, fileName: 'a.json', knownFields: [] }
  expect(importNameOf(imported)).toBe('a.json')
})

test.each([
  [{ requestRates: [4, 8] }, 'random 256/128 · 4, 8 req/s'],
  [{ requestRates: [1, 2, 3, 4, 5, 6, 7] }, 'random 256/128 · 1–7 req/s'],
  [{ requestRates: [4], maxConcurrencies: [16, null] }, 'random 256/128 · 4 req/s · c16'],
  [{ maxConcurrencies: [4, 16] }, 'random 256/128 · c4, 16'],
  [{}, 'random 256/128 · all at once'],
  [
    { search: { kind: 'capacity', over: 'requestRate', from: 1, upTo: 512 } },
    'random 256/128 · capacity 1–512 req/s',
  ],
  [
    { search: { kind: 'curve', over: 'maxConcurrency', from: 1, upTo: 64 } },
    'random 256/128 · curve c1–64',
  ],
])('a sweep of %j is %s', (loads, name) => {
  const plan = { requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: 20, ...loads }
  expect(sweepNameOf(sweepPlanSchema.parse({ name: 'unused', config, ...plan }))).toBe(name)
})
