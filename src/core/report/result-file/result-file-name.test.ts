import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { resultFileName } from './result-json.ts'

const endedAtEpochMs = new Date(2026, 8, 3, 7, 5, 9).getTime()

test.each([
  [{}, 'openai-infqps-llama-20260903-070509.json'],
  [{ requestRate: 4 }, 'openai-4.0qps-llama-20260903-070509.json'],
  [
    { requestRate: 0.5, maxConcurrency: 10 },
    'openai-0.5qps-concurrency10-llama-20260903-070509.json',
  ],
  [{ label: 'before', backend: 'vllm' }, 'before-infqps-llama-20260903-070509.json'],
  [{ label: 'tp8/run 1' }, 'tp8-run 1-infqps-llama-20260903-070509.json'],
  [{ label: '../../etc/x\\y' }, '..-..-etc-x-y-infqps-llama-20260903-070509.json'],
  [{ label: 'a\n\u001b[2Jb\0\n' }, 'a-[2Jb--infqps-llama-20260903-070509.json'],
  [{ label: 'שלום 🚀 长\u202e' }, 'שלום 🚀 长--infqps-llama-20260903-070509.json'],
  [{ model: 'org/a:b\tc' }, 'openai-infqps-a:b-c-20260903-070509.json'],
  [
    { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9 },
    'openai-ramp-up-linear-1qps-9qps-llama-20260903-070509.json',
  ],
])('%j is kept in %s', (config, fileName) => {
  const whole = benchmarkFieldsSchema.parse({ model: 'meta/llama', ...config })
  expect(resultFileName(whole, endedAtEpochMs)).toBe(fileName)
})

test.each([
  ['a long label', { label: 'l'.repeat(300) }],
  ['a label of long characters', { label: '🚀长'.repeat(100) }],
  ['a long model', { model: `org/${'m'.repeat(300)}`, label: 'l'.repeat(300) }],
])('a file system takes the name of %s, and of what accompanies it', (_what, config) => {
  const name = resultFileName(
    benchmarkFieldsSchema.parse({ model: 'meta/llama', ...config }),
    endedAtEpochMs,
  )
  const accompanying = name.replace('.json', '-run10.dataset_stats.svg')
  const bytes = encodeURIComponent(accompanying).replaceAll(/%../g, '.').length
  expect(bytes).toBeLessThanOrEqual(255)
  expect(name).not.toContain('\ufffd')
  expect(name).toMatch(/-infqps-[^/]+-20260903-070509\.json$/)
})
