import { describe, expect, it } from 'vitest'
import { createAnswerReading } from './answer-reading.ts'
import { countingReading, readAll } from './read-stream.test-support.ts'
import { decodeUtf8, encodeUtf8, splitAt } from './utf8.test-support.ts'

const head = '"id":"cmpl-1","object":"text_completion","created":17,"model":"m"'
const token = (text: string, id = 'cmpl-1') =>
  `{"id":"${id}","object":"text_completion","created":17,"model":"m","choices":[{"index":0,"text":${JSON.stringify(text)},"logprobs":null,"finish_reason":null}],"usage":null}`
const last = `{${head},"choices":[{"index":0,"text":".","finish_reason":"length"}],"usage":null}`
const usage = `{${head},"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}`

function stream(payloads: readonly string[]): Uint8Array {
  return encodeUtf8([...payloads, '[DONE]'].map((payload) => `data: ${payload}\n\n`).join(''))
}

describe('reading an answer', () => {
  const payloads = [token('Hello'), token(' "wörld"\n'), token(' 🚀'), last, usage]

  it('counts token events and keeps the text, the usage and the end', () => {
    const { reading } = countingReading('completions')
    expect(readAll(reading, [stream(payloads)])).toEqual({
      tokens: 4,
      kinds: ['chunk', 'content'],
      complete: true,
      fault: null,
      text: 'Hello "wörld"\n 🚀.',
      usage: { promptTokens: 3, completionTokens: 4 },
    })
  })

  it('reads the same wherever a read ends', () => {
    const bytes = stream(payloads)
    const { reading } = countingReading('completions')
    const whole = readAll(reading, [bytes])
    for (let place = 0; place <= bytes.length; place++) {
      expect(readAll(reading, splitAt(bytes, [place]))).toEqual(whole)
    }
  })

  it('parses no event of a shape it has seen, in this answer or the next', () => {
    const { reading, decoded } = countingReading('completions')
    readAll(reading, [stream(payloads)])
    decoded.length = 0
    readAll(reading, [
      encodeUtf8(': a comment\n\n'),
      stream([token('x', 'cmpl-2'), token('\\"y'), last]),
    ])
    expect(decoded.filter((text) => text.startsWith('{'))).toEqual([])
    expect(decoded).not.toContain('[DONE]')
  })

  it('waits no longer with learning a shape than learning it takes', () => {
    const { reading, decoded } = countingReading('completions', () => undefined)
    expect(readAll(reading, [stream(new Array<string>(100).fill(token('a')))]).tokens).toBe(100)
    expect(decoded.filter((text) => text.startsWith('{')).length).toBeLessThan(30)
  })

  it('joins a character that the server cut in two escapes', () => {
    const { reading } = countingReading('completions')
    const halves = ['a', '?', '!'].map((text) => token(text))
    const cut = [halves[0], halves[1]?.replace('?', '\\ud83d'), halves[2]?.replace('!', '\\ude80')]
    const pieces = [stream([token('a')]), stream(cut.map(String))]
    expect(readAll(reading, pieces).text).toBe('aa🚀')
  })

  it('calls half an event at the end a cut stream, not a bad event', () => {
    const { reading } = countingReading('completions')
    const cut = encodeUtf8(`data: ${token('a')}\n\ndata: ${token('b').slice(0, 40)}`)
    expect(readAll(reading, [cut])).toMatchObject({ tokens: 1, complete: false, fault: null })
  })

  it('stops at what is not JSON, and at an error', () => {
    const { reading } = countingReading('completions')
    const bad = stream([token('a'), 'oops', token('b')])
    expect(readAll(reading, [bad])).toMatchObject({ tokens: 1, text: 'a', fault: 'bad-event' })
    const failed = stream([token('a'), '{"error":{"message":"out of memory"}}', token('b')])
    expect(readAll(reading, [failed])).toMatchObject({ tokens: 1, fault: 'server-error-event' })
  })

  it('keeps no text unless asked to', () => {
    const reading = createAnswerReading('completions', {
      keepText: false,
      decode: decodeUtf8,
      later: (task) => task(),
    })
    expect(readAll(reading, [stream(payloads)])).toMatchObject({ tokens: 4, text: '' })
  })
})
