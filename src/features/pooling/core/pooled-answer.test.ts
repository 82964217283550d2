import { describe, expect, it } from 'vitest'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { headOf } from '#core/protocol/answer-head.test-support.ts'
import { amidOthers, decodeUtf8, encodeUtf8, splitAt } from '#core/protocol/utf8.test-support.ts'

const json = headOf({ 'content-type': 'application/json' })

function readerOf(pieces: readonly Uint8Array[], head = json) {
  const later = (task: () => void) => task()
  const reading = createAnswerReading('pooling', { decode: decodeUtf8, keepText: true, later })
  const reader = reading.begin()
  expect(reader.open(head)).toBe(true)
  const tokens = pieces
    .map((piece, i) => reader.read(...amidOthers(piece), 10 * i))
    .concat(reader.end())
  expect(tokens.every((count) => count === 0)).toBe(true)
  return reader
}

const usage = '"usage":{"prompt_tokens":7,"total_tokens":7,"completion_tokens":0}'
const embeddings = `{"id":"embd-1","object":"list","model":"m","data":[{"index":0,"object":"embedding","embedding":[0.25,-0.5]}],${usage}}`
const ranking = `{"id":"score-1","model":"m",${usage},"results":[{"index":0,"document":{"text":"a \\"usage\\": {} of “words”"},"relevance_score":0.5}]}`

describe('reading vectors or scores', () => {
  it.each([
    ['embeddings, their usage last', embeddings],
    ['a ranking, its usage before documents that speak of it', ranking],
    ['usage in detail', `{"data":[0],"usage":{"prompt_tokens":7,"details":{"cached":2}}}`],
    ['usage as a word of its own', `{"data":["usage"],${usage}}`],
    ['usage of two kinds', `{"data":[{"usage":{"prompt_tokens":1}}],${usage}}`],
  ])('takes the prompt tokens from %s', (_, body) => {
    const bytes = encodeUtf8(body)
    for (let place = 0; place <= bytes.length; place++) {
      const reader = readerOf(splitAt(bytes, [place]))
      expect(reader).toMatchObject({ complete: true, fault: null, text: '' })
      expect(reader.usage).toEqual({ promptTokens: 7, completionTokens: 0 })
    }
  })

  it('takes them from the head where the body is plain bytes', () => {
    const metadata = `{"data":[],${usage}}`
    const head = headOf({ 'content-type': 'application/octet-stream', metadata })
    expect(readerOf([Uint8Array.of(0, 255)], head).usage?.promptTokens).toBe(7)
  })

  it('knows none where only bytes come', () => {
    const head = headOf({ 'content-type': 'application/octet-stream' })
    const reader = readerOf([Uint8Array.of(123, 255)], head)
    expect(reader).toMatchObject({
      fault: null,
      usage: { promptTokens: null, completionTokens: 0 },
    })
  })

  it.each([
    ['no result', `{"object":"list","data":[],${usage}}`],
    ['no ranking', `{"results": [ ],${usage}}`],
    ['an empty vector', embeddings.replace('[0.25,-0.5]', '[]')],
    ['a vector of nulls', embeddings.replace('0.25,-0.5', 'null,null')],
    ['an empty text in base64', embeddings.replace('[0.25,-0.5]', '""')],
  ])('takes %s for nothing', (_, body) => {
    expect(readerOf([encodeUtf8(body)])).toMatchObject({ fault: { code: 'no-token' } })
  })

  it('names the model of vectors, not one in a document', () => {
    expect(readerOf([encodeUtf8(embeddings)])).toMatchObject({ fault: null, model: 'm' })
    const quoted = ranking.replace('a \\"usage\\"', 'a \\"model\\": \\"x\\"')
    expect(readerOf([encodeUtf8(quoted)])).toMatchObject({ fault: null, model: 'm' })
  })

  it.each([
    ['no usage', '{"data":[0]}', null],
    ['an error', '{"error":{"message":"too long"}}', 'server-error-event'],
    ['words', 'oops', 'bad-answer'],
    ['half an answer', embeddings.slice(0, -1), 'bad-answer'],
    ['no body', '', 'bad-answer'],
  ])('makes of %s what it is', (_, body, code) => {
    expect(readerOf([encodeUtf8(body)]).fault?.code ?? null).toBe(code)
  })
})
