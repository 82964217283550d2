import { describe, expect, it } from 'vitest'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { completionsAnswer } from './families/completions.ts'
import { streamFormOf } from './read-stream.test-support.ts'
import { silentEvent, type StreamEvent } from './stream-event.ts'

const content = { chunk: true, output: 'content' } as const
const summary = { chunk: true, output: 'reasoning' } as const
const reasoning = { ...summary, reasoningText: 'a' } as const
const toolCall = { chunk: true, output: 'toolCall' } as const
const usage = { promptTokens: 5, completionTokens: 7 }
const usageJson = '{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}'

const cases: readonly (readonly [string, ProtocolName, string, Partial<StreamEvent>])[] = [
  ['a token', 'completions', '{"choices":[{"text":"a"}],"usage":null}', { ...content, text: 'a' }],
  ['a token without visible text', 'completions', '{"choices":[{"text":""}]}', content],
  [
    'the last token',
    'completions',
    '{"model":"m","choices":[{"text":"","finish_reason":"length"}]}',
    { ...content, finished: true, finishReason: 'length', model: 'm' },
  ],
  [
    'the worst end of several choices',
    'completions',
    '{"choices":[{"text":"","finish_reason":"abort"},{"text":"","finish_reason":"stop"}]}',
    { ...content, finished: true, finishReason: 'abort' },
  ],
  [
    'a reason that is none yet',
    'completions',
    '{"choices":[{"text":"a","finish_reason":"null"}]}',
    { ...content, text: 'a' },
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
    { chunk: true, finished: true, finishReason: 'stop' },
  ],
  [
    'thinking in a list of parts',
    'chat',
    '{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"a"}]}]}}]}',
    reasoning,
  ],
  [
    'text in a list of parts',
    'chat',
    '{"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}',
    { ...content, text: 'a' },
  ],
  [
    'reasoning in a list of parts',
    'chat',
    '{"choices":[{"delta":{"reasoning":[{"type":"text","text":"a"}]}}]}',
    reasoning,
  ],
  ['an error', 'chat', '{"error":{"message":"boom","code":500}}', { error: 'boom' }],
  ['an error in words', 'completions', '{"error":"boom"}', { error: 'boom' }],
  ['an error of another shape', 'completions', '{"error":{"code":1}}', { error: '{"code":1}' }],
  ['an error, older', 'completions', '{"object":"error","message":"boom"}', { error: 'boom' }],
  ['no error', 'completions', '{"error":null,"choices":[{"text":"a"}]}', { ...content, text: 'a' }],
  [
    'the end of a part',
    'audio',
    '{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}',
    { ...content, text: 'a', finishReason: 'stop' },
  ],
  [
    'text',
    'responses',
    '{"type":"response.output_text.delta","delta":"a"}',
    { ...content, text: 'a' },
  ],
  ['a refusal', 'responses', '{"type":"response.refusal.delta","delta":"a"}', content],
  ['reasoning', 'responses', '{"type":"response.reasoning_text.delta","delta":"a"}', reasoning],
  [
    'a summary of reasoning',
    'responses',
    '{"type":"response.reasoning_summary_text.delta","delta":"a"}',
    summary,
  ],
  [
    'arguments of a tool call',
    'responses',
    '{"type":"response.function_call_arguments.delta","delta":"{"}',
    toolCall,
  ],
  ['a step', 'responses', '{"type":"response.output_text.done","text":"all of it"}', {}],
  [
    'a start',
    'responses',
    '{"type":"response.created","response":{"error":null,"usage":null}}',
    {},
  ],
  [
    'the end',
    'responses',
    '{"type":"response.completed","response":{"usage":{"input_tokens":5,"output_tokens":7}}}',
    { finished: true, usage },
  ],
  ['an end too early', 'responses', '{"type":"response.incomplete"}', { finished: true }],
  [
    'what ended it early',
    'responses',
    '{"type":"response.incomplete","response":{"model":"m","incomplete_details":{"reason":"content_filter"}}}',
    { finished: true, finishReason: 'content_filter', model: 'm' },
  ],
  [
    'a failure',
    'responses',
    '{"type":"response.failed","response":{"error":{"code":"server_error","message":"boom"}}}',
    { error: 'boom' },
  ],
  [
    'the counts of the prompt',
    'messages',
    '{"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1,"cache_read_input_tokens":4}}}',
    { usage: { promptTokens: 7, completionTokens: null, cachedTokens: 4 } },
  ],
  [
    'text',
    'messages',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}',
    { ...content, text: 'a' },
  ],
  [
    'thinking',
    'messages',
    '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a"}}',
    reasoning,
  ],
  [
    'a signature',
    'messages',
    '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"a"}}',
    {},
  ],
  [
    'a tool that is used',
    'messages',
    '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}',
    { chunk: true, output: 'toolCall' },
  ],
  [
    'arguments of a tool',
    'messages',
    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}',
    { chunk: true, output: 'toolCall' },
  ],
  [
    'a block that opens',
    'messages',
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    {},
  ],
  [
    'the counts of the output alone',
    'messages',
    '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}',
    { finishReason: 'end_turn', usage: { promptTokens: null, completionTokens: 9 } },
  ],
  ['a ping', 'messages', '{"type":"ping"}', {}],
  ['the end', 'messages', '{"type":"message_stop"}', { finished: true }],
  [
    'an error',
    'messages',
    '{"type":"error","error":{"type":"overloaded_error","message":"busy"}}',
    { error: 'busy' },
  ],
  ['an error', 'responses', '{"type":"error","code":null,"message":"boom"}', { error: 'boom' }],
  [
    'an error, nested',
    'responses',
    '{"type":"error","error":{"message":"boom"}}',
    { error: 'boom' },
  ],
  ['nothing', 'completions', '{}', {}],
  ['choices that are none', 'completions', '{"choices":null}', {}],
]

describe('reading a stream event', () => {
  it.each(cases)('sees %s in a %s stream', (_what, protocol, payload, seen) => {
    expect(streamFormOf(protocol).readEvent(payload)).toEqual({ ...silentEvent, ...seen })
  })

  it.each(['', '{', '[1]', '"text"', 'null', '{"choices":[}'])('refuses %j', (payload) => {
    expect(completionsAnswer.readEvent(payload)).toBeNull()
  })
})
