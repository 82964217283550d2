import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { resolvedConfig } from './prepare-run.ts'

const custom = { ...defaultBenchmarkConfig, datasetName: 'custom' } as const
const llama = { modelId: 'llama', modelRoot: 'meta-llama/Llama-3.1-8B' }

test.each([
  {
    remark: 'without a model, the weights name the tokenizer and the id goes into requests',
    asked: {},
    meant: { model: 'meta-llama/Llama-3.1-8B', servedModelName: 'llama' },
  },
  {
    remark: 'a model named by its id needs no second name',
    asked: { model: 'llama' },
    meant: { model: 'llama', servedModelName: null },
  },
  {
    remark: 'a model named by its weights is served under its id',
    asked: { model: 'meta-llama/Llama-3.1-8B' },
    meant: { model: 'meta-llama/Llama-3.1-8B', servedModelName: 'llama' },
  },
  {
    remark: 'two names of the reader stay as they are',
    asked: { model: 'my/tokenizer', servedModelName: 'llama' },
    meant: { model: 'my/tokenizer', servedModelName: 'llama' },
  },
])('$remark', ({ asked, meant }) => {
  expect(resolvedConfig({ ...custom, ...asked }, llama)).toMatchObject(meant)
})

test('random prompts run to their full length, others only when asked to', () => {
  expect(resolvedConfig(defaultBenchmarkConfig, llama).ignoreEos).toBe(true)
  expect(resolvedConfig(custom, llama).ignoreEos).toBe(false)
  expect(resolvedConfig({ ...custom, ignoreEos: true }, llama).ignoreEos).toBe(true)
  const in2025 = { ...defaultBenchmarkConfig, compat: 'vllm-0.11' } as const
  expect(resolvedConfig(in2025, llama).ignoreEos).toBe(false)
})
