import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { prefixRepetitionCount, samplePrefixRepetition } from './prefix-repetition.ts'

const spec = {
  count: 7,
  prefixLen: 6,
  suffixLen: 3,
  numPrefixes: 3,
  outputLen: 5,
  seed: 2,
  recipe: 'fitted' as const,
}

test.each([
  { count: 7, numPrefixes: 3, requests: 6 },
  { count: 9, numPrefixes: 3, requests: 9 },
  { count: 2, numPrefixes: 3, requests: 0 },
])('$count requests on $numPrefixes prefixes come out as $requests', ({ requests, ...asked }) => {
  expect(prefixRepetitionCount(asked)).toBe(requests)
})

describe('sampling', () => {
  const sample = (changes: Partial<typeof spec> = {}) =>
    samplePrefixRepetition(
      { ...spec, ...changes },
      {
        tokenizer: toyTokenizer,
        random: new NumpyRandomState(spec.seed),
        pythonRandom: new PythonRandom(spec.seed),
      },
    )

  test('gives each prefix equally many prompts', async () => {
    const counts = new Map<string, number>()
    for (const { prompt } of await sample({ prefixLen: 8, suffixLen: 0, count: 12 })) {
      counts.set(String(prompt), (counts.get(String(prompt)) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([4, 4, 4])
  })

  test('counts the tokens it put together and asks for one output length', async () => {
    for (const request of await sample()) {
      expect(request).toMatchObject({
        promptTokens: 9,
        expectedOutputTokens: 5,
        requestId: null,
      })
    }
  })
})
