import { describe, expect, test } from 'vitest'
import { backendNames } from '#core/backends/backend-traits.ts'
import { askedPlan, writtenExchanges } from './asked.ts'
import { replayerOf } from './replay.ts'

const stream = 'text/event-stream; charset=utf-8'
const json = 'application/json'

function replyOf(body: string, contentType: string, status = '200 OK'): Buffer {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${contentType}\r\ncontent-length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

function errorOf(backend: string, reply: Buffer): string | null {
  const exchange = writtenExchanges.find(({ name }) => name === backend)
  if (exchange === undefined) throw new Error(`no exchange with ${backend}`)
  const replay = replayerOf(askedPlan(exchange))
  const { error } = replay([reply])
  for (let place = 1; place < reply.length; place++) {
    expect(replay([reply.subarray(0, place), reply.subarray(place)]).error).toBe(error)
  }
  return error
}

/** Backends of features may be missing. */
function isKnown([backend]: readonly [string, string]): boolean {
  return backendNames.some((name) => name === backend)
}

/** One token, so that nothing but the error is wrong. */
const tokens: Readonly<Record<string, string>> = {
  openai: '{"choices":[{"text":"a","finish_reason":"stop"}]}',
  'openai-chat': '{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}',
  'openai-audio': '{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}',
  'openai-responses': '{"type":"response.output_text.delta","delta":"a"}',
  'anthropic-messages': '{"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}',
  tgi: '{"token":{"text":"a"},"generated_text":null}',
  'tensorrt-llm': '{"text_output":"a"}',
}

const errors: readonly (readonly [string, string])[] = [
  ['openai', '{"error":{"message":"CUDA out of memory","type":"InternalServerError","code":500}}'],
  ['openai-chat', '{"error":{"message":"boom","type":"BadRequestError","param":null,"code":400}}'],
  ['openai-chat', '{"object":"error","message":"boom","type":"BadRequestError","code":400}'],
  ['openai-audio', '{"error":{"message":"boom","type":"InternalServerError","code":500}}'],
  ['openai-responses', '{"type":"response.failed","response":{"error":{"message":"boom"}}}'],
  ['openai-responses', '{"type":"error","code":"server_error","message":"boom"}'],
  ['anthropic-messages', '{"type":"error","error":{"type":"api_error","message":"boom"}}'],
  ['tgi', '{"error":"Request failed during generation","error_type":"generation"}'],
  ['tensorrt-llm', '{"error":"in ensemble, expected batch size"}'],
]

describe('an answer with the status of success', () => {
  test.each(errors.filter(isKnown))(
    'fails where an error stands in its middle: %s %s',
    (backend, error) => {
      const body = [tokens[backend], error, '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
      expect(errorOf(backend, replyOf(body, stream))).toBe('server-error-event')
    },
  )

  test.each(Object.entries(tokens).filter(isKnown))(
    'fails where it is cut short: %s',
    (backend, token) => {
      const reply = replyOf(`data: ${token.replace('"stop"', 'null')}\n\n`, stream)
      expect(errorOf(backend, reply.subarray(0, -2))).toBe('truncated')
    },
  )

  const nothing: readonly (readonly [string, string])[] = [
    ['openai', '{"choices":[],"usage":{"completion_tokens":0}}'],
    ['openai-chat', '{"choices":[{"delta":{"role":"assistant","content":""}}]}'],
    ['openai-chat', '{"choices":[],"usage":{"completion_tokens":9}}'],
    ['openai-audio', '{"choices":[],"usage":{"completion_tokens":0}}'],
    ['openai-responses', '{"type":"response.completed","response":{"usage":{"output_tokens":0}}}'],
    ['anthropic-messages', '{"type":"message_stop"}'],
    ['tensorrt-llm', '{"model_name":"ensemble"}'],
  ]

  test.each(nothing.filter(isKnown))(
    'fails where nothing was generated: %s',
    (backend, message) => {
      const body = `data: ${message}\n\ndata: [DONE]\n\n`
      expect(errorOf(backend, replyOf(body, stream))).toBe('no-token')
    },
  )

  test('succeeds where tokens were counted, though none was shown', () => {
    const role = '{"choices":[{"delta":{"role":"assistant","content":""}}]}'
    const counts = '{"choices":[],"usage":{"completion_tokens":9}}'
    const body = [role, counts, '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
    expect(errorOf('openai-chat', replyOf(body, stream))).toBeNull()
  })

  test.each(Object.entries(tokens).filter(isKnown))(
    'fails where it is no stream: %s',
    (backend) => {
      expect(errorOf(backend, replyOf('{"choices":[]}', json))).toBe('not-a-stream')
    },
  )

  const broken: readonly (readonly [string, string, string])[] = [
    ['deepspeed-mii', '{"error":{"message":"boom"}}', 'server-error-event'],
    ['ollama', '{"error":"model runner has unexpectedly stopped"}', 'server-error-event'],
    ['ollama', '{"response":"a","done":false}\n', 'truncated'],
    ['ollama-chat', '{"message":{"content":""},"done":true}\n', 'no-token'],
    ['ollama-chat', '<html>', 'not-a-stream'],
    ['deepspeed-mii', '{"detail":"boom"}', 'bad-answer'],
    ['deepspeed-mii', '{"choices":[{"text":"a"}', 'bad-answer'],
  ]
  for (const [backend, body, code] of broken.filter(([name, body]) => isKnown([name, body]))) {
    test(`fails where it is no document to be understood: ${body}`, () => {
      expect(errorOf(backend, replyOf(body, json))).toBe(code)
    })
  }
})

test.each(writtenExchanges.map(({ name }) => name))('%s: a refusal fails', (name) => {
  const refusal = replyOf('{"detail":"no"}', json, '422 Unprocessable Entity')
  expect(errorOf(name, refusal)).toBe('http-status')
})
