import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { decodeTokens, encodeText, specialTokenIds, tokenCount, vocabularySize } from './text.ts'

const wordIds = fc.integer({ min: specialTokenIds.length, max: vocabularySize - 1 })

describe('tokens and text', () => {
  it('give back every list of word ids, so a prompt has exactly the length it was drawn with', () => {
    expectRoundTrip(fc.array(wordIds, { maxLength: 300 }), (ids) => encodeText(decodeTokens(ids)))
  })

  it('have one text for each word', () => {
    const ids = Array.from({ length: vocabularySize }, (_, id) => id)
    expect(new Set(ids.map((id) => decodeTokens([id]))).size).toBe(vocabularySize)
  })

  it('give back any text', () => {
    expectRoundTrip(fc.string({ unit: 'grapheme' }), (text) => decodeTokens(encodeText(text)))
  })

  it.each([
    'Hello, world!',
    ' leading and  double   spaces\n\ttabs',
    'camelCase HTTPServer 12345 x=y;',
    'naïve 日本語 🙂',
    '',
  ])('give back %j', (text) => {
    expect(decodeTokens(encodeText(text))).toBe(text)
  })

  it('stay within the ids the model knows', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(encodeText(text).every((id) => id >= 0 && id < tokenCount)).toBe(true)
      }),
    )
  })

  it('need about as many tokens for English as real models do', () => {
    const text =
      'The simulator pretends to be a server with a large language model, so that the whole way ' +
      'from a request to a curve can be tried on any machine, without a graphics card.'
    const charactersPerToken = text.length / encodeText(text).length
    expect(charactersPerToken).toBeGreaterThan(2.4)
    expect(charactersPerToken).toBeLessThan(5)
  })
})
