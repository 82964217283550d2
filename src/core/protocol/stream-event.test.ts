import { describe, expect, it } from 'vitest'
import { chatAnswer } from './families/chat.ts'
import { completionsAnswer } from './families/completions.ts'
import { silentEvent, type StreamEvent } from './stream-event.ts'

const forms = { completions: completionsAnswer, chat: chatAnswer } as const
const content = { chunk: true, output: 'content' } as const
const reasoning = { chunk: true, output: 'reasoning' } as const
const toolCall = { chunk: true, output: 'toolCall' } as const
const usage = { promptTokens: 5, completionTokens: 7 }
const usageJson = '{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}'

const cases: readonly (readonly [string, keyof typeof forms, string, Partial<StreamEvent>])[] = [
  ['a token', 'completions', '{"choices":[{"text":"a"}],"usage":null}', { ...content, text: 'a' }],
  ['a token without visible text', 'completions', '{"choices":[{"text":""}]}', content],
  [
    'the last token',
    'completions',
    '{"choices":[{"text":"","finish_reason":"length"}]}',
    { ...content, finished: true },
  ],
  ['the usage', 'completions', `{"choices":[],"usage":${usageJson}}`, { usage }],
  [
    'usage beside a token',
    'chat',
    `{"choices":[{"delta":{"content":"a"}}],"usage":${usageJson}}`,
    { ...content, text: 'a', usage },
  ],
  ['a role', 'chat', '{"choices":[{"delta":{"role":"assistant","content":""}}]}', { chunk: true }],
  ['content', 'chat', '{"choices":[{"delta":{"content":"a"}}]}', { ...content, text: 'a' }],
  ['half a character', 'chat', '{"choices":[{"delta":{"content":""}}]}', content],
  ['no content', 'chat', '{"choices":[{"delta":{"content":null}}]}', { chunk: true }],
  ['reasoning', 'chat', '{"choices":[{"delta":{"reasoning_content":"a"}}]}', reasoning],
  ['reasoning, newer', 'chat', '{"choices":[{"delta":{"reasoning":"a"}}]}', reasoning],
  ['a tool call', 'chat', '{"choices":[{"delta":{"tool_calls":[{}]}}]}', toolCall],
  [
    'a reason alone',
    'chat',
    '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    { chunk: true, finished: true },
  ],
  ['an error', 'chat', '{"error":{"message":"boom","code":500}}', { error: 'boom' }],
  ['an error in words', 'completions', '{"error":"boom"}', { error: 'boom' }],
  ['an error of another shape', 'completions', '{"error":{"code":1}}', { error: '{"code":1}' }],
  ['an error, older', 'completions', '{"object":"error","message":"boom"}', { error: 'boom' }],
  ['no error', 'completions', '{"error":null,"choices":[{"text":"a"}]}', { ...content, text: 'a' }],
  ['nothing', 'completions', '{}', {}],
  ['choices that are none', 'completions', '{"choices":null}', {}],
]

describe('reading a stream event', () => {
  it.each(cases)('sees %s in a %s stream', (_what, protocol, payload, seen) => {
    expect(forms[protocol].readEvent(payload)).toEqual({ ...silentEvent, ...seen })
  })

  it.each(['', '{', '[1]', '"text"', 'null', '{"choices":[}'])('refuses %j', (payload) => {
    expect(completionsAnswer.readEvent(payload)).toBeNull()
  })
})
