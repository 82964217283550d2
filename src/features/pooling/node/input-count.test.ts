import { expect, test } from 'vitest'
import type { BackendName } from '#core/backends/backend-traits.ts'
import { inputCount } from '#node/experiment/planned-workload.ts'

test.each<[BackendName, readonly string[] | undefined, number]>([
  ['openai', undefined, 1],
  ['openai-embeddings', undefined, 1],
  ['openai-embeddings', [], 1],
  ['openai-embeddings', ['b', 'c'], 3],
  ['vllm-rerank', ['b', 'c'], 2],
])('%s with %j beside the prompt reads %i', (backend, furtherPrompts, inputs) => {
  expect(inputCount(furtherPrompts === undefined ? {} : { furtherPrompts }, { backend })).toBe(
    inputs,
  )
})
