import { expect, test } from 'vitest'
import { oversample } from './oversample.ts'
import type { SampledRequest } from './sampled-request.ts'

function request(prompt: string, requestId: string): SampledRequest {
  return { prompt, promptTokens: 1, expectedOutputTokens: 1, requestId }
}

const three = [request('a', 'r-0'), request('b', 'r-1'), request('c', 'r-2')]

test('repeats are drawn as CPython chooses, each under an id of its own', () => {
  const filled = oversample(three, { count: 7, seed: 0, requestIdPrefix: 'r-', repeats: 'choice' })
  expect(filled.map(({ prompt }) => prompt).join('')).toBe('abcbbab')
  expect(filled.map(({ requestId }) => requestId)).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((index) => `r-${index}`),
  )
})

test('enough requests stay as they are', () => {
  expect(
    oversample(three, { count: 3, seed: 0, requestIdPrefix: 'r-', repeats: 'choice' }),
  ).toEqual(three)
})

test.each([
  // CPython: random.seed(0), then random.choices over the three, four times at once.
  { repeats: 'choices', prompts: 'abcccba' },
  { repeats: 'none', prompts: 'abc' },
] as const)('in another era, by $repeats', ({ repeats, prompts }) => {
  const filled = oversample(three, { count: 7, seed: 0, requestIdPrefix: 'r-', repeats })
  expect(filled.map(({ prompt }) => prompt).join('')).toBe(prompts)
})
