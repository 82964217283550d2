import { describe, expect, it } from 'vitest'
import { headOf } from './answer-head.test-support.ts'
import { DocumentReader } from './answer-reading.ts'
import { asText, parseObject } from './json-value.ts'
import { type DocumentFormat, readError, readUsage } from './stream-event.ts'
import { amidOthers, decodeUtf8, encodeUtf8, splitAt } from './utf8.test-support.ts'

const form: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json'],
  readDocument: ({ text, metadata }) => {
    const message = parseObject(text())
    if (message === null) return null
    const usage = readUsage(message.usage ?? parseObject(metadata ?? ''))
    return { text: asText(message.text), usage, error: readError(message) }
  },
  example: {},
}

function readerOf(pieces: readonly Uint8Array[], metadata: string | null = null) {
  const reader = new DocumentReader(form, { decode: decodeUtf8, keepText: true })
  reader.open(headOf({ 'content-type': 'application/json', metadata }))
  pieces.forEach((piece, i) => reader.read(...amidOthers(piece), 10 * i))
  reader.end()
  return reader
}

const usage = { promptTokens: 3, completionTokens: null }

describe('reading an answer that is one document', () => {
  const bytes = encodeUtf8('{"text":"wörld 🚀","usage":{"prompt_tokens":3}}')

  it('reads the same wherever a read ends, and ends with the last read', () => {
    for (let place = 0; place <= bytes.length; place++) {
      const reader = readerOf(splitAt(bytes, [place]))
      expect(reader).toMatchObject({ complete: true, fault: null, usage, text: 'wörld 🚀' })
      expect(reader.lastOutputAtUs).toBe(10)
    }
  })

  it('counts no tokens and times none', () => {
    const reader = new DocumentReader(form, { decode: decodeUtf8, keepText: false })
    expect(reader.read(...amidOthers(bytes), 5) + reader.end()).toBe(0)
    expect(reader.text).toBe('')
    expect(Object.values(reader.firstAtUs)).toEqual([null, null, null, null])
  })

  it('keeps bytes whose memory is used again', () => {
    const memory = Uint8Array.from(bytes)
    const reader = new DocumentReader(form, { decode: decodeUtf8, keepText: true })
    reader.read(memory, 0, memory.length, 0)
    memory.fill(0)
    reader.end()
    expect(reader.text).toBe('wörld 🚀')
  })

  it('finds the usage that stands in the head', () => {
    expect(readerOf([encodeUtf8('{}')], '{"prompt_tokens":3}').usage).toEqual(usage)
  })

  it('is not complete before its end', () => {
    const reader = new DocumentReader(form, { decode: decodeUtf8, keepText: true })
    reader.read(...amidOthers(bytes), 0)
    expect(reader.complete).toBe(false)
  })

  it.each([
    ['oops', 'bad-answer'],
    ['{"error":{"message":"out of memory"}}', 'server-error-event'],
  ])('finds the fault of %s', (body, code) => {
    expect(readerOf([encodeUtf8(body)]).fault).toMatchObject({ code, body })
  })

  it.each([
    ['', true],
    ['application/json; charset=utf-8', true],
    ['text/event-stream', false],
    ['text/html', false],
  ])('says whether it can read %j', (contentType, readable) => {
    const reader = new DocumentReader(form, { decode: decodeUtf8, keepText: true })
    expect(reader.open(headOf({ 'content-type': contentType }))).toBe(readable)
  })
})
