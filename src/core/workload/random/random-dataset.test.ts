import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { assumedVocabSize, sampleRandomTexts, sampleRandomTokenIds } from './random-dataset.ts'

const spec = {
  count: 5,
  inputLen: 12,
  outputLen: 8,
  rangeRatioIn: 0,
  rangeRatioOut: 0,
  prefixLen: 0,
  batchSize: 1,
  seed: 0,
  requestIdPrefix: 'bench-',
  recipe: 'fitted-ordinary' as const,
  numpyRandom: new NumpyRandomState(0),
}

describe('random prompts as token ids', () => {
  test('have exactly the length asked for, since no tokenizer adds to them', () => {
    for (const request of sampleRandomTokenIds({ ...spec, prefixLen: 3 })) {
      expect(request.prompt).toHaveLength(15)
      expect(request.promptTokens).toBe(15)
      expect(request.expectedOutputTokens).toBe(8)
    }
  })

  test('run on from the offset numpy draws, one further for each request', () => {
    const starts = sampleRandomTokenIds(spec).map(({ prompt }) => [...prompt][0])
    expect(starts.slice(0, 4)).toEqual([27219, 20383, 16358, 8636])
  })

  test('stay within the vocabulary they are given', () => {
    const ids = sampleRandomTokenIds({ ...spec, count: 50 }, 100).flatMap(({ prompt }) => [
      ...prompt,
    ])
    expect(Math.max(...ids.map(Number))).toBe(99)
  })

  test('share their prefix and are numbered', () => {
    const requests = sampleRandomTokenIds({ ...spec, prefixLen: 4 })
    expect(new Set(requests.map(({ prompt }) => [...prompt].slice(0, 4).toString())).size).toBe(1)
    expect(requests.map(({ requestId }) => requestId)).toEqual([
      'bench-0',
      'bench-1',
      'bench-2',
      'bench-3',
      'bench-4',
    ])
  })

  test('stay inside the assumed vocabulary and around the length asked for', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 0.99, noNaN: true }), (seed, ratio) => {
        const ratios = { rangeRatioIn: ratio, rangeRatioOut: ratio }
        for (const { prompt } of sampleRandomTokenIds({ ...spec, ...ratios, seed, prefixLen: 1 })) {
          expect(prompt.length).toBeLessThanOrEqual(1 + Math.ceil(12 * (1 + ratio)))
          expect(Math.max(...[...prompt].map(Number))).toBeLessThan(assumedVocabSize)
        }
      }),
    )
  })
})

describe('random prompts as text', () => {
  test('leave room for the tokens the tokenizer adds', async () => {
    const requests = await sampleRandomTexts(spec, toyTokenizer)
    const encoded = await toyTokenizer.encode(
      requests.map(({ prompt }) => String(prompt)),
      true,
    )
    expect(encoded.map(({ length }) => length)).toEqual([12, 12, 12, 12, 12])
    expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([11, 11, 11, 11, 11])
  })

  test('are the same for the same seed and differ for another', async () => {
    const first = await sampleRandomTexts(spec, toyTokenizer)
    expect(await sampleRandomTexts(spec, toyTokenizer)).toEqual(first)
    expect(await sampleRandomTexts({ ...spec, seed: 1 }, toyTokenizer)).not.toEqual(first)
  })

  test('refuse a length that leaves nothing to send', async () => {
    const empty = sampleRandomTexts({ ...spec, inputLen: 1 }, toyTokenizer)
    await expect(empty).rejects.toMatchObject({ code: 'invalid-input', field: 'randomInputLen' })
  })
})
