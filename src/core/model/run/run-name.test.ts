import { expect, test } from 'vitest'
import { importNameOf, pointNameOf, runNameOf } from './run-name.ts'

const config = {
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
  [{ ...config, model: 'org/asked' }, 'org/served', 'asked · random 256/128 · 12 req/s · c64'],
])('%j on %s is %s', (of, served, name) => {
  expect(runNameOf(of, served)).toBe(name)
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
