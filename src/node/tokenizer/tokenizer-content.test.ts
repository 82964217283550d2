import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenizerContent } from './tokenizer-content.ts'

const anyMembers = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), {
  noNullPrototype: true,
})

test('reads what JSON.parse reads, in any layout, except merges', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }),
      fc.array(fc.tuple(fc.string(), fc.string())),
      anyMembers,
      anyMembers,
      fc.integer({ min: 0, max: 4 }),
      (vocab, merges, ofModel, others, indent) => {
        const text = JSON.stringify(
          { ...others, model: { ...ofModel, vocab, merges }, last: '\\"}' },
          null,
          indent,
        )
        const expected = JSON.parse(text) as { model: object }
        expect(tokenizerContent(Buffer.from(text))).toEqual({
          ...expected,
          model: { ...expected.model, merges: [] },
        })
      },
    ),
  )
})

test('a file that was cut at any place is refused or read to its end', () => {
  const text = '{"a": {"b": ["}"]}, "model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}}'
  for (let length = 0; length < text.length; length++) {
    expect(() => tokenizerContent(Buffer.from(text.slice(0, length)))).toThrow()
  }
})

test('a file without a vocabulary', () => {
  expect(tokenizerContent(Buffer.from(' {"model": {}, "added_tokens": [] } '))).toEqual({
    model: {},
    added_tokens: [],
  })
})
