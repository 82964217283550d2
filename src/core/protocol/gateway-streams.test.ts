// Streams of gateways and servers as public reports show them, read whole and byte by byte.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { encodeUtf8 } from './utf8.test-support.ts'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { countingReading, readAll } from './read-stream.test-support.ts'

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const chunk = (delta: object, choice: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
})
const usage = { prompt_tokens: 16, completion_tokens: 3, total_tokens: 19 }
const words = event(chunk({ content: ' w' })).repeat(3)
const finish = event(chunk({}, { finish_reason: 'stop' }))
const counts = event({ choices: [], usage })
const done = 'data: [DONE]\n\n'

function read(stream: string, protocol: ProtocolName = 'chat') {
  const bytes = encodeUtf8(stream)
  const whole = readAll(countingReading(protocol).reading, [bytes])
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
  expect(readAll(countingReading(protocol).reading, single)).toEqual(whole)
  return whole
}

test.each([
  ['mnfst/llm-gateway#2053', 'data: : OPENROUTER PROCESSING\n\n'],
  ['brainlid/langchain#569', ': OPENROUTER PROCESSING\n\n'],
  ['openai/openai-python#2721', 'retry: 3000\n\ndata:\n\n'],
  ['theopenco/llmgateway#2334', ': ping\n'],
  ['pings in brackets or quotes', 'data: [HEARTBEAT]\n\ndata: "ping"\n\ndata: null\n\n'],
  ['pings as data', 'event: ping\ndata: ping\n\ndata: {"type":"ping"}\n\n'],
])('what keeps a connection alive is no event: %s', (_, alive) => {
  const stream = alive + words + alive + finish + counts + done
  expect(read(stream)).toMatchObject({ tokens: 3, fault: null, complete: true, text: ' w w w' })
})

test.each([
  ['BerriAI/litellm#1371, {} in each chunk', counts + event({ choices: [], usage: {} })],
  ['null after the counts', counts + event({ choices: [], usage: { completion_tokens: null } })],
  ['Groq', event({ choices: [], x_groq: { usage } })],
  ['Moonshot', event(chunk({}, { finish_reason: 'stop', usage }))],
  ['llama.cpp', event({ choices: [], timings: { cache_n: 12, prompt_n: 4, predicted_n: 3 } })],
  ['llama.cpp with both', event({ choices: [], usage, timings: { predicted_n: 9 } })],
  ['names of Anthropic', event({ choices: [], usage: { input_tokens: 16, output_tokens: 3 } })],
  ['as text', event({ choices: [], usage: { prompt_tokens: '16', completion_tokens: '3' } })],
  ['with a fraction', 'data: {"usage":{"prompt_tokens":16.0,"completion_tokens":"3.0"}}\n\n'],
  ['AI SDK', event({ choices: [], usage: { promptTokens: 16, completionTokens: 3 } })],
  ['Gemini', event({ usageMetadata: { promptTokenCount: 16, candidatesTokenCount: 3 } })],
  ['watsonx', event({ usage: { input_token_count: 16, generated_token_count: 3 } })],
  ['Ollama', event({ done: true, prompt_eval_count: 16, eval_count: 3 })],
  [
    'Cohere',
    event({ usage: { billed_units: {}, tokens: { input_tokens: 16, output_tokens: 3 } } }),
  ],
  ['in metadata', event({ choices: [], metadata: { usage } })],
  ['as metrics', event({ choices: [], metrics: { prompt_tokens: 16, completion_tokens: 3 } })],
  ['in a delta', event(chunk({ usage }))],
  ['in a list', event({ choices: [], usage: [usage] })],
])('counts of tokens: %s', (_, sent) => {
  const seen = read(words + finish + sent + done)
  expect([seen.usage?.promptTokens, seen.usage?.completionTokens]).toEqual([16, 3])
})

test.each([
  ['SGLang', { ...usage, reasoning_tokens: 2 }, 2, undefined],
  ['DeepSeek', { ...usage, prompt_cache_hit_tokens: 8 }, undefined, 8],
  ['Moonshot', { ...usage, cached_tokens: 8, reasoning_tokens: 0 }, undefined, 8],
])('counts of parts beside the totals: %s', (_, counted, reasoningTokens, cachedTokens) => {
  const seen = read(words + finish + event({ choices: [], usage: counted }) + done)
  expect([seen.usage?.reasoningTokens, seen.usage?.cachedTokens]).toEqual([
    reasoningTokens,
    cachedTokens,
  ])
})

test.each([
  ['Grok', { prompt_tokens: 16, completion_tokens: 3, total_tokens: 40, reasoning_tokens: 21 }],
  [
    'Grok, with details',
    { ...usage, total_tokens: 40, completion_tokens_details: { reasoning_tokens: 21 } },
  ],
  [
    'Gemini',
    {
      ...{ promptTokenCount: 16, candidatesTokenCount: 3, thoughtsTokenCount: 21 },
      totalTokenCount: 40,
    },
  ],
])('reasoning beside the completion is output: %s', (_, counted) => {
  const seen = read(words + finish + event({ choices: [], usage: counted }) + done)
  expect(seen.usage).toMatchObject({ completionTokens: 24, reasoningTokens: 21 })
})

test.each([
  ['BerriAI/litellm#40578', { error: { message: 'queue full', code: 429 } }],
  ['BerriAI/litellm#25492', { error: { object: 'error', message: 'too long', code: 400 } }],
  ['DashScope', { code: 'Throttling', message: 'Requests rate limit exceeded', request_id: 'x' }],
  ['FastAPI', { detail: 'Not Found' }],
  ['an error without the field', { type: 'error', message: 'Overloaded' }],
  ['MiniMax', { choices: null, base_resp: { status_code: 1008, status_msg: 'no balance' } }],
  ['a list', { errors: [{ message: 'quota' }] }],
  ['Baidu', { error_code: 336100, error_msg: 'try later' }],
  ['camel case', { errorCode: 'ServiceUnavailable', errorMessage: 'try later' }],
  ['Bedrock', { internalServerException: { message: 'died' } }],
  ['an exception', { exception: 'RuntimeError: x' }],
])('an error in a stream of status 200: %s', (_, error) => {
  expect(read(words + event(error) + done).fault).toBe('server-error-event')
})

test.each([{ error: '' }, { error: null }, { code: 0, message: 'success' }])(
  'no error: %o',
  (fields) => {
    const stream = event({ ...chunk({ content: 'w' }), ...fields }).repeat(3) + finish + done
    expect(read(stream)).toMatchObject({ tokens: 3, fault: null })
  },
)

test.each([
  ['Ollama', { thinking: 'r' }],
  ['a channel of gpt-oss', { analysis: 'r' }],
  ['Copilot', { reasoning_text: 'r' }],
  ['OpenRouter', { reasoning_details: [{ type: 'reasoning.text', text: 'r' }] }],
  ['OpenRouter, summaries', { reasoning_details: [{ type: 'reasoning.summary', summary: 'r' }] }],
  ['text in an object', { thinking: { content: 'r' } }],
  ['a name that is not known', { internal_reasoning: 'r', thought_signature: 'c2ln' }],
  ['fields of the provider', { provider_specific_fields: { reasoning_content: 'r' } }],
  ['Gemini', { content: 'r', extra_content: { google: { thought: true } } }],
  ['LiteLLM', { thinking_blocks: [{ type: 'thinking', thinking: 'r' }] }],
])('reasoning by another name: %s', (_, delta) => {
  const thought = event(chunk({ role: 'assistant', content: '', ...delta }))
  const seen = read(thought.repeat(2) + words + finish + counts + done)
  expect(seen).toMatchObject({ tokens: 5, reasoning: 'rr', text: ' w w w' })
})

const stream = words + finish + counts + done

test.each([
  ['in capitals', stream.replaceAll('data:', 'DATA:')],
  ['in capitals, with the name of the event', stream.replaceAll('data:', 'EVENT: chunk\nDATA:')],
  ['in data', stream.replaceAll(/(\{.*\})/g, '{"code":200,"message":"ok","data":$1}')],
  ['with one choice as an object', stream.replaceAll(/"choices":\[(\{.*\})\]/g, '"choices":$1')],
])('events %s', (_, sent) => {
  expect(sent).not.toBe(stream)
  const seen = read(sent)
  expect(seen).toMatchObject({ tokens: 3, fault: null, complete: true, text: ' w w w' })
  expect([seen.usage?.promptTokens, seen.usage?.completionTokens]).toEqual([16, 3])
})

test('an error event in capitals is one', () => {
  expect(read(`${words}EVENT: error\nDATA: died\n\n`).fault).toBe('server-error-event')
})

test.each(['NaN', '-Infinity'])('%s, which json of Python writes and reads', (value) => {
  const sent = `data: {"choices":[{"index":0,"delta":{"content":"NaN"},"logprobs":${value}}]}\n\n`
  expect(read(sent.repeat(3) + finish + done)).toMatchObject({ tokens: 3, text: 'NaNNaNNaN' })
})

test('a choice whose text is null ends a completion without a token', () => {
  const text = event({ choices: [{ index: 0, text: 'w' }] })
  const last = event({ choices: [{ index: 0, text: null, finish_reason: 'length' }], usage })
  expect(read(text.repeat(3) + last + done, 'completions')).toMatchObject({ tokens: 3 })
})

test.each(['', '\n'])('events without blank lines are named, with %j at the end', (end) => {
  const stream = (words + finish + done).replaceAll('\n\n', '\n') + end
  expect(read(stream).fault).toBe('bad-event')
})

test.each([
  ['as text of a completion', { choices: [{ index: 0, text: 'w', delta: null }] }],
  ['as a delta', { choices: [{ index: 0, delta: 'w' }] }],
  ['as a part', chunk({ content: { type: 'text', text: 'w' } })],
])('content of a chat %s', (_, said) => {
  expect(read(event(said).repeat(3) + finish + done)).toMatchObject({ tokens: 3, text: 'www' })
})

test('tool calls may be one object', () => {
  const call = event(chunk({ tool_calls: { function: { name: 'f', arguments: '{}' } } }))
  expect(read(call + finish + counts + done)).toMatchObject({ tokens: 1, fault: null })
})

test.each(['data: [done]\n\n', "data: '[DONE]'\n\n", 'data: DONE\n\n'])('the end as %j', (end) => {
  expect(read(words + end)).toMatchObject({ tokens: 3, complete: true, fault: null })
})

test('an error may break off a stream without being an event', () => {
  expect(read(`${words}{"error":{"message":"boom"}}\n`).fault).toBe('server-error-event')
  expect(read(`${words}Internal Server Error`)).toMatchObject({ fault: null, complete: false })
})

test('messages in place of deltas are output, except one that ends the choice', () => {
  const said = (content: string, reason: string | null) =>
    event({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reason }],
    })
  const stream = said('w', null) + said('w', null) + said('ww', 'stop') + counts + done
  expect(read(stream)).toMatchObject({ tokens: 2, text: 'ww', fault: null })
})

test('a transcript of audio is output', () => {
  const said = event(chunk({ audio: { id: 'a', transcript: 'w' } }))
  expect(read(said.repeat(3) + finish + done)).toMatchObject({ tokens: 3, text: 'www' })
})

test('a choice may hold the error', () => {
  const failed = event(chunk({}, { finish_reason: 'error', error: { message: 'died', code: 502 } }))
  expect(read(words + failed + done).fault).toBe('server-error-event')
})

const times = (data: unknown) => event(data).repeat(3)
const gemini = { candidates: [{ content: { parts: [{ text: ' w' }], role: 'model' } }] }

test.each([
  ['Gemini', times({ ...gemini, usageMetadata: { candidatesTokenCount: 3 } })],
  ['Bedrock Converse', times({ contentBlockDelta: { delta: { text: ' w' } } })],
  ['Anthropic Messages', times({ type: 'content_block_delta', delta: { text: ' w' } })],
  ['OpenAI Responses', times({ type: 'response.output_text.delta', delta: ' w' })],
  ['Ollama /api/chat', times({ model: 'm', message: { content: ' w' }, done: false })],
])('events of another API are named: %s', (api, sent) => {
  expect(read(sent)).toMatchObject({ tokens: 0, fault: 'bad-event' })
  const { reading } = countingReading('chat')
  const reader = reading.begin()
  const bytes = encodeUtf8(sent)
  reader.read(bytes, 0, bytes.length, 0)
  reader.end()
  expect(inEnglish(reader.fault?.message ?? '')).toContain(`the form of ${api}.`)
})

test('an event of another API before chunks is none of theirs', () => {
  const start = event({ type: 'message_start', message: { usage: { input_tokens: 16 } } })
  expect(read(start + words + finish + counts + done)).toMatchObject({ tokens: 3, fault: null })
})

test('zeros after the counts are no counts', () => {
  const zeros = event({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } })
  const seen = read(words + finish + counts + zeros + done)
  expect(seen.usage).toMatchObject({ promptTokens: 16, completionTokens: 3 })
})
