import type { StreamProtocol } from '../model/backend-traits.ts'
import { describe, expect, it } from 'vitest'
import { readStreamEvent, type StreamEvent } from './stream-event.ts'

const silent: StreamEvent = { token: false, finished: false, text: '', usage: null, error: null }
const usage = { promptTokens: 5, completionTokens: 7 }
const usageJson = '{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}'

const cases: readonly (readonly [string, StreamProtocol, string, Partial<StreamEvent>])[] = [
  ['a token', 'completions', '{"choices":[{"text":"a"}],"usage":null}', { token: true, text: 'a' }],
  ['a token without visible text', 'completions', '{"choices":[{"text":""}]}', { token: true }],
  [
    'the last token',
    'completions',
    '{"choices":[{"text":"","finish_reason":"length"}]}',
    { token: true, finished: true },
  ],
  ['the usage', 'completions', `{"choices":[],"usage":${usageJson}}`, { usage }],
  [
    'usage beside a token',
    'chat',
    `{"choices":[{"delta":{"content":"a"}}],"usage":${usageJson}}`,
    { token: true, text: 'a', usage },
  ],
  ['a role', 'chat', '{"choices":[{"delta":{"role":"assistant","content":""}}]}', {}],
  ['content', 'chat', '{"choices":[{"delta":{"content":"a"}}]}', { token: true, text: 'a' }],
  ['half a character', 'chat', '{"choices":[{"delta":{"content":""}}]}', { token: true }],
  ['no content', 'chat', '{"choices":[{"delta":{"content":null}}]}', {}],
  ['reasoning', 'chat', '{"choices":[{"delta":{"reasoning_content":"a"}}]}', { token: true }],
  ['reasoning, newer', 'chat', '{"choices":[{"delta":{"reasoning":"a"}}]}', { token: true }],
  ['a tool call', 'chat', '{"choices":[{"delta":{"tool_calls":[{}]}}]}', { token: true }],
  [
    'a reason alone',
    'chat',
    '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    { finished: true },
  ],
  ['an error', 'chat', '{"error":{"message":"boom","code":500}}', { error: 'boom' }],
  ['an error in words', 'completions', '{"error":"boom"}', { error: 'boom' }],
  ['an error of another shape', 'completions', '{"error":{"code":1}}', { error: '{"code":1}' }],
  ['an error, older', 'completions', '{"object":"error","message":"boom"}', { error: 'boom' }],
  [
    'no error',
    'completions',
    '{"error":null,"choices":[{"text":"a"}]}',
    { token: true, text: 'a' },
  ],
  ['nothing', 'completions', '{}', {}],
  ['choices that are none', 'completions', '{"choices":null}', {}],
]

describe('reading a stream event', () => {
  it.each(cases)('sees %s in a %s stream', (_what, protocol, payload, seen) => {
    expect(readStreamEvent(payload, protocol)).toEqual({ ...silent, ...seen })
  })

  it.each(['', '{', '[1]', '"text"', 'null', '{"choices":[}'])('refuses %j', (payload) => {
    expect(readStreamEvent(payload, 'completions')).toBeNull()
  })
})
