import { expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { oversample } from './sample-options.ts'
import type { SampledRequest } from './sampled-request.ts'

function request(prompt: string, requestId: string): SampledRequest {
  return { prompt, promptTokens: 1, expectedOutputTokens: 1, requestId }
}

const options = {
  seed: 0,
  requestIdPrefix: 'r-',
  repeats: 'choice' as const,
  random: new PythonRandom(0),
}
const three = [request('a', 'r-0'), request('b', 'r-1'), request('c', 'r-2')]

test('repeats are drawn as CPython chooses, each under an id of its own', () => {
  const filled = oversample(three, { ...options, count: 7 })
  expect(filled.map(({ prompt }) => prompt).join('')).toBe('abcbbab')
  expect(filled.map(({ requestId }) => requestId)).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((index) => `r-${index}`),
  )
})

test('enough requests stay as they are', () => {
  expect(oversample(three, { ...options, count: 3 })).toEqual(three)
})

test.each([
  // CPython: random.seed(0), then random.choices over the three, four times at once.
  { repeats: 'choices', prompts: 'abcccba' },
  { repeats: 'none', prompts: 'abc' },
] as const)('in another profile, by $repeats', ({ repeats, prompts }) => {
  const filled = oversample(three, { ...options, count: 7, repeats })
  expect(filled.map(({ prompt }) => prompt).join('')).toBe(prompts)
})

test('repeats that were one and the same have one number, the last', () => {
  const filled = oversample(three, { ...options, count: 7, repeats: 'choices' })
  expect(filled.slice(3).map(({ prompt, requestId }) => [prompt, requestId])).toEqual([
    ['c', 'r-4'],
    ['c', 'r-4'],
    ['b', 'r-5'],
    ['a', 'r-6'],
  ])
})
