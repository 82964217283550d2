import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '../../model/benchmark/benchmark-fields.ts'
import { resultFileName } from './result-file-name.ts'

const endedAtEpochMs = new Date(2026, 8, 3, 7, 5, 9).getTime()

test.each([
  [{}, 'openai-infqps-llama-20260903-070509.json'],
  [{ requestRate: 4 }, 'openai-4.0qps-llama-20260903-070509.json'],
  [
    { requestRate: 0.5, maxConcurrency: 10 },
    'openai-0.5qps-concurrency10-llama-20260903-070509.json',
  ],
  [{ label: 'before', backend: 'vllm' }, 'before-infqps-llama-20260903-070509.json'],
  [
    { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9 },
    'openai-ramp-up-linear-1qps-9qps-llama-20260903-070509.json',
  ],
])('%j is kept in %s', (config, fileName) => {
  const whole = benchmarkFieldsSchema.parse({ model: 'meta/llama', ...config })
  expect(resultFileName(whole, endedAtEpochMs)).toBe(fileName)
})
