import { expect, it } from 'vitest'
import {
  describeRecognisedEvents,
  jsonText,
  member,
  mostly,
  number,
  objectWith,
} from '#core/protocol/recognised-events.test-support.ts'
import { silentEvent, type StreamEvent } from '#core/protocol/stream-event.ts'
import { otherApis } from './apis.ts'

const forms = otherApis.responses
const content = { chunk: true, output: 'content' } as const
const usage = { promptTokens: 5, completionTokens: 7 }

const cases: readonly (readonly [
  string,
  'tgi' | 'tensorrt-llm' | 'ollama',
  string,
  Partial<StreamEvent>,
])[] = [
  [
    'a token',
    'tgi',
    '{"index":1,"token":{"id":5,"text":"a","special":false},"generated_text":null,"details":null}',
    { ...content, text: 'a' },
  ],
  ['a special token', 'tgi', '{"token":{"id":2,"text":"</s>","special":true}}', content],
  [
    'all of the text',
    'tgi',
    '{"token":{"text":"a"},"generated_text":"a","details":{"generated_tokens":7,"input_length":5}}',
    { ...content, finished: true, text: 'a', wholeText: 'a', usage },
  ],
  ['an error', 'tgi', '{"error":"boom","error_type":"generation"}', { error: 'boom' }],
  [
    'output',
    'tensorrt-llm',
    '{"model_name":"ensemble","text_output":"a"}',
    { ...content, text: 'a' },
  ],
  ['output of no text', 'tensorrt-llm', '{"text_output":""}', content],
  ['an error', 'tensorrt-llm', '{"error":"boom"}', { error: 'boom' }],
  [
    'a piece of a completion',
    'ollama',
    '{"model":"m","response":"a","done":false}',
    { ...content, text: 'a', model: 'm' },
  ],
  [
    'a piece of a chat',
    'ollama',
    '{"message":{"role":"assistant","content":"a"},"done":false}',
    { ...content, text: 'a' },
  ],
  [
    'thinking',
    'ollama',
    '{"message":{"content":"","thinking":"a"},"done":false}',
    { chunk: true, output: 'reasoning', reasoningText: 'a' },
  ],
  [
    'a tool call',
    'ollama',
    '{"message":{"content":"","tool_calls":[{"function":{"name":"f"}}]},"done":false}',
    { chunk: true, output: 'toolCall' },
  ],
  ['a role alone', 'ollama', '{"message":{"content":""},"done":false}', { chunk: true }],
  [
    'the end',
    'ollama',
    '{"response":"","done":true,"done_reason":"length","prompt_eval_count":5,"eval_count":7}',
    { finished: true, finishReason: 'length', usage },
  ],
  [
    'a model that was only loaded',
    'ollama',
    '{"response":"","done":true,"done_reason":"load"}',
    { finished: true, finishReason: 'load' },
  ],
  ['an error', 'ollama', '{"error":"boom"}', { error: 'boom' }],
]

it.each(cases)('reads %s in a %s stream', (_what, protocol, payload, seen) => {
  const form = forms[protocol]
  const event = form.kind === 'stream' ? form.readEvent(payload) : null
  expect(event).toEqual({ ...silentEvent, ...seen })
})

const tgiEvent = objectWith(
  member('index', number),
  member(
    'token',
    objectWith(
      member('id', number),
      member('text', jsonText),
      member('special', mostly('false', 'true')),
    ),
  ),
  member('generated_text', mostly('null', '"all of it"')),
  member('details', mostly('null', '{"generated_tokens":3}')),
)
const tritonEvent = objectWith(
  member('id', jsonText),
  member('model_name', mostly('"ensemble"', '"žluť"')),
  member('text_output', jsonText),
  member('error', mostly('null', '"out of memory"')),
)

describeRecognisedEvents({ tgi: tgiEvent, 'tensorrt-llm': tritonEvent })
