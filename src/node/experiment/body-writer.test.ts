import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from '#core/protocol/requests/json-pieces.ts'
import { bodyAt, bodyCount, bodyLength } from '#core/protocol/requests/planned-bodies.ts'
import { longText, SharedText } from '#core/workload/shared-text.ts'
import { aroundFrom, TokenIds, wholeOf } from '#core/workload/token-ids.ts'
import { BodyWriter, writtenOut } from './body-writer.ts'

const vocabulary = Uint32Array.from({ length: 120 }, (_, id) => id * 97)
const lead = Uint32Array.of(7, 4_000_000_000)

const tokenIds = fc
  .record({ start: fc.nat(119), count: fc.nat(300), led: fc.boolean() })
  .map(({ start, count, led }) => {
    const around = aroundFrom(vocabulary, start, count)
    return new TokenIds([...(led ? [wholeOf(lead)] : []), ...around])
  })
const signs = fc.string({
  unit: fc.constantFrom('a', '"', '\n', 'é', '中', '🙂', '\u0000'),
  maxLength: 4,
})
const shared = longText(['One "two"', ' three\n', '', ' vier fünf', ' 六🙂', ' six'])
const sharedText = fc
  .array(fc.oneof(signs, fc.tuple(fc.nat(6), fc.nat(6))), { maxLength: 4 })
  .map((parts) =>
    parts.map((part) => {
      if (typeof part === 'string') return part
      const [from = 0, to = 0] = part.toSorted((a, b) => a - b)
      return { of: shared, from, to }
    }),
  )
  .map((parts) => new SharedText(parts))
const prompts = fc.oneof(tokenIds, sharedText)
const message = prompts.map((content) => ({
  role: 'user',
  content: [{ type: 'text', text: content }],
}))
const values = fc.oneof(
  prompts,
  fc.array(fc.oneof(prompts, message), { maxLength: 3 }),
  fc.jsonValue(),
)
const names = fc.string({ unit: 'binary', maxLength: 4 }).filter((name) => name !== '__proto__')
const payloads = fc.dictionary(names, values, { maxKeys: 4 })

test('bodies are the JSON of their payloads, whatever they share', () => {
  fc.assert(
    fc.property(fc.array(payloads, { maxLength: 5 }), (all) => {
      const writer = new BodyWriter()
      for (const payload of all) writer.add(jsonPieces(payload))
      const bodies = writer.finish()
      const texts = all.map((_, index) => Buffer.from(bodyAt(bodies, index)).toString())
      expect(texts).toEqual(all.map((payload) => JSON.stringify(payload)))
      expect(bodyCount(bodies)).toBe(all.length)
      const lengths = texts.map((text) => Buffer.byteLength(text))
      expect(texts.map((_, index) => bodyLength(bodies, index))).toEqual(lengths)
    }),
  )
})

test('a field that says what stands for a prompt does not take its place', () => {
  const payload = { user: '\u0000shared\u0000', prompt: TokenIds.of([1, 2]) }
  expect(String(writtenOut(jsonPieces(payload)))).toBe(JSON.stringify(payload))
})

test('a thousand prompts out of one vocabulary hold it once', () => {
  const writer = new BodyWriter()
  for (let start = 0; start < 1000; start++) {
    const prompt = new TokenIds(aroundFrom(vocabulary, start, 100))
    writer.add(jsonPieces({ model: 'sim', prompt, max_tokens: start % 2 }))
  }
  const { texts } = writer.finish()
  // What comes before the ids, the two that come after them, the brackets, the vocabulary, and the first ids.
  expect(texts).toHaveLength(7)
})

test('a thousand prompts out of one text hold it once, and what is their own in one piece', () => {
  const writer = new BodyWriter()
  for (let from = 0; from < 1000; from++) {
    const prompt = new SharedText([`${from}`, { of: shared, from: from % 6, to: 6 }])
    writer.add(jsonPieces({ model: 'sim', prompt, max_tokens: 1 }))
  }
  const { texts } = writer.finish()
  // What comes before and behind the prompt, its quotes, the text, and all that stands before it.
  expect(texts).toHaveLength(5)
})
