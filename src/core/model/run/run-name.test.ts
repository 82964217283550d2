import { expect, test } from 'vitest'
import { runNameOf } from './run-name.ts'

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
