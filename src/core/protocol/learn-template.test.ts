import { describe, expect, it } from 'vitest'
import type { StreamFormat } from './stream-event.ts'
import { chatAnswer } from './families/chat.ts'
import { completionsAnswer } from './families/completions.ts'
import { viewOf } from './event-template.ts'
import { learnTemplate } from './learn-template.ts'
import { amidOthers, encodeUtf8 } from './utf8.test-support.ts'

function learn(payload: string, form: StreamFormat = completionsAnswer) {
  const event = form.readEvent(payload)
  return event === null ? null : learnTemplate(payload, { event, form })
}

const seen = '{"id":"a","created":17,"choices":[{"text":"Hi","finish_reason":null}]}'

describe('learning the shape of token events', () => {
  it.each([
    ['another text', seen.replace('Hi', ' there 🚀 \\n \\u00e9 \\"')],
    ['another id', seen.replace('"a"', '"b-2"')],
    ['another time', seen.replace('17', '1700000000')],
  ])('knows it by %s', (_what, payload) => {
    const bytes = encodeUtf8(`  ${payload}`)
    const template = learn(seen)
    expect(template?.fits(viewOf(bytes), 2, bytes.length)).toBe(true)
    expect(template?.end).toBe(bytes.length)
  })

  it.each([
    ['an empty text', seen.replace('Hi', '')],
    ['a line break in a string', seen.replace('Hi', 'H\ni')],
    ['an unknown escape', seen.replace('Hi', '\\x')],
    ['half an escape', seen.replace('Hi', '\\u12g4')],
    ['a number with a leading zero', seen.replace('17', '017')],
    ['a fraction', seen.replace('17', '1.7')],
    ['a negative number', seen.replace('17', '-17')],
    ['a number too long to be exact', seen.replace('17', '1234567890123456')],
    ['a reason to finish', seen.replace('null', '"length"')],
    ['another member', seen.replace('"id"', '"usage":{},"id"')],
    ['nothing', ''],
    ['a part of it', seen.slice(0, -1)],
  ])('does not know it by %s', (_what, payload) => {
    const [bytes, start, end] = amidOthers(encodeUtf8(payload))
    expect(learn(seen)?.fits(viewOf(bytes), start, end)).toBe(false)
  })

  it.each<[string, string, StreamFormat?]>([
    ['is no token', '{"choices":[]}'],
    ['counts half of the usage', '{"choices":[],"usage":{"completion_tokens":1}}'],
    ['counts twice', '{"usage":{"prompt_tokens":1,"completion_tokens":1,"prompt_tokens":2}}'],
    [
      'counts somewhere else',
      '{"prompt_tokens":1,"usage":{"prompt_tokens":1,"completion_tokens":1}}',
    ],
    [
      'ends in its usage',
      '{"choices":[{"finish_reason":"a"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}',
    ],
    ['carries usage', '{"choices":[{"text":"a"}],"usage":{"completion_tokens":1}}'],
    ['is an error', '{"choices":[{"text":"a"}],"error":"no"}'],
    ['has no text', '{"choices":[{"text":""}]}'],
    ['has its text somewhere else', '{"text":"a","choices":[{"text":"b"}]}'],
    ['has two texts', '{"choices":[{"text":"a"},{"text":"b"}]}'],
    ['has its text twice', '{"choices":[{"text":"a","text":"b"}]}'],
    ['has its id somewhere else', '{"x":{"id":"a"},"choices":[{"text":"b"}],"id":"c"}'],
    ['holds more than ASCII around the text', '{"model":"žluť","choices":[{"text":"a"}]}'],
    ['is very long', `{"x":"${'x'.repeat(5000)}","choices":[{"text":"a"}]}`],
    ['is a tool call', '{"choices":[{"delta":{"tool_calls":[{"content":"a"}]}}]}', chatAnswer],
  ])('learns nothing when it %s', (_what, payload, form) => {
    expect(learn(payload, form)).toBeNull()
  })

  it('reads the counts of the usage', () => {
    const usage = (prompt: number, completion: number) =>
      `{"id":"a","choices":[],"usage":{"prompt_tokens":${prompt},"completion_tokens":${completion}}}`
    const template = learn(usage(5, 3))
    const bytes = encodeUtf8(usage(1024, 128))
    expect(template?.fits(viewOf(bytes), 0, bytes.length)).toBe(true)
    expect(template).toMatchObject({ promptTokens: 1024, completionTokens: 128 })
    expect(template?.meaning.output).toBeNull()
  })

  it('distinguishes content from reasoning, which is a token but not kept', () => {
    const content = learn('{"choices":[{"delta":{"content":"a"}}]}', chatAnswer)
    const reasoning = learn('{"choices":[{"delta":{"reasoning_content":"a"}}]}', chatAnswer)
    const token = { finished: false, finishReason: null, model: null }
    expect(content?.meaning).toEqual({ ...token, output: 'content', keeps: 'output' })
    expect(reasoning?.meaning).toEqual({ ...token, output: 'reasoning', keeps: 'reasoning' })
  })
})
