import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findDeployment } from '../presets/presets.ts'
import { sharedSimulator } from '../simulator.test-support.ts'

const { model, maxModelLen } = findDeployment('quick')

const simulator = sharedSimulator()

describe('completions', () => {
  const request = { model: 'sim', prompt: [10, 11, 12], max_tokens: 5, ignore_eos: true }

  it('answers at once with text and usage', async () => {
    expect(await simulator().postJson('/v1/completions', request)).toMatchObject({
      object: 'text_completion',
      model: model.id,
      choices: [{ index: 0, finish_reason: 'length', logprobs: null }],
      usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
    })
  })

  it('streams one event per token, the reason with the last, then the usage', async () => {
    const got = await simulator().postForEvents('/v1/completions', {
      ...request,
      stream_options: { include_usage: true },
    })
    expect(got).toHaveLength(6)
    for (const event of got.slice(0, 4)) {
      expect(event).toMatchObject({ choices: [{ finish_reason: null }], usage: null })
    }
    expect(got[4]).toMatchObject({ choices: [{ finish_reason: 'length' }] })
    expect(got[5]).toMatchObject({ choices: [], usage: { completion_tokens: 5 } })
  })

  it('streams no usage unless asked', async () => {
    expect(await simulator().postForEvents('/v1/completions', request)).toHaveLength(5)
  })

  it('says the same streamed or whole, and the same again to the same prompt', async () => {
    const whole = await simulator().postJson('/v1/completions', request)
    const streamed = await simulator().postForEvents('/v1/completions', request)
    const text = streamed.map((event) => textOf(event)).join('')
    expect(text).toBe(textOf(whole))
    expect(text.trim().split(' ')).toHaveLength(5)
  })

  it('counts a text prompt as its tokenizer does', async () => {
    const prompt = 'Tell me about the knee of the curve.'
    const answer = await simulator().postJson('/v1/completions', { prompt, max_tokens: 1 })
    expect(answer).toMatchObject({ usage: { prompt_tokens: await countTokens({ prompt }) } })
  })

  it('ends by itself without ignore_eos', async () => {
    const answer = await simulator().postJson('/v1/completions', {
      prompt: 'x',
      max_tokens: 20_000,
    })
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop', stop_reason: null }] })
  })

  it('stops before a stop string, streamed or whole', async () => {
    const words = textOf(await simulator().postJson('/v1/completions', request))
      .trim()
      .split(' ')
    const stop = `${words[2]?.slice(2)} ${words[3]?.slice(0, 2)}`
    const stopped = await simulator().postJson('/v1/completions', { ...request, stop })
    expect(stopped).toMatchObject({ choices: [{ finish_reason: 'stop', stop_reason: stop }] })
    const expected = ` ${words.slice(0, 2).join(' ')} ${words[2]?.slice(0, 2)}`
    expect(textOf(stopped)).toBe(expected)
    const streamed = await simulator().postForEvents('/v1/completions', {
      ...request,
      stop: [stop],
    })
    expect(streamed.map((event) => textOf(event)).join('')).toBe(expected)
  })

  it('does not stop before min_tokens', async () => {
    const words = textOf(await simulator().postJson('/v1/completions', request))
      .trim()
      .split(' ')
    const answer = await simulator().postJson('/v1/completions', {
      ...request,
      stop: words[0],
      min_tokens: 4,
    })
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'length' }] })
  })

  it('says in a header what it leaves out', async () => {
    const response = await simulator().post('/v1/completions', { ...request, logprobs: 5 })
    expect(response.headers.get('warning')).toContain('ignored: logprobs')
    expect(await response.json()).toMatchObject({ choices: [{ logprobs: null }] })
  })
})

describe('chat', () => {
  const request = { messages: [{ role: 'user', content: 'Hello' }], max_completion_tokens: 3 }

  it('streams the role first, then text', async () => {
    const got = await simulator().postForEvents('/v1/chat/completions', request)
    expect(got).toHaveLength(4)
    expect(got[0]).toMatchObject({ choices: [{ delta: { role: 'assistant', content: '' } }] })
    expect(got[1]).toMatchObject({
      object: 'chat.completion.chunk',
      choices: [{ finish_reason: null }],
    })
    expect(got[3]).toMatchObject({ choices: [{ finish_reason: 'length' }] })
  })

  it('answers at once with a message', async () => {
    expect(await simulator().postJson('/v1/chat/completions', request)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'length' }],
      usage: { completion_tokens: 3 },
    })
  })

  it('takes content in parts', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
    const answer = await simulator().postJson('/v1/chat/completions', { ...request, messages })
    const expected = await countTokens({ messages: request.messages })
    expect(answer).toMatchObject({ usage: { prompt_tokens: expected } })
  })
})

const refusalSchema = z.object({ error: z.looseObject({ message: z.string() }) })

describe('a request that cannot be served', () => {
  const long = Array.from({ length: maxModelLen }, () => 5)
  it.each<[string, unknown, number, string]>([
    ['/v1/completions', { model: 'gpt', prompt: 'a' }, 404, 'The model `gpt` does not exist.'],
    ['/v1/completions', '{"prompt": ', 400, 'The body is not JSON'],
    ['/v1/completions', '[]', 400, 'body: '],
    ['/v1/completions', { prompt: 5 }, 400, 'prompt: Give a text or a list of token ids'],
    ['/v1/completions', { prompt: ['a', 'b'] }, 400, 'prompt: Give a text or a list of token ids'],
    ['/v1/completions', { prompt: [1e9] }, 400, 'Token id 1000000000 is out of vocabulary'],
    ['/v1/completions', { prompt: '' }, 400, 'The prompt holds no tokens.'],
    ['/v1/completions', { prompt: 'a', max_tokens: 0 }, 400, 'max_tokens must be at least 1'],
    ['/v1/completions', { prompt: 'a', max_tokens: '9' }, 400, 'max_tokens: '],
    ['/v1/completions', { prompt: 'a', n: 2 }, 400, 'The simulator only answers n=1.'],
    ['/v1/completions', { prompt: 'a', echo: true }, 400, 'The simulator knows no echo.'],
    [
      '/v1/completions',
      { prompt: 'a', max_tokens: 1e6 },
      400,
      "'max_tokens' or 'max_completion_tokens'",
    ],
    [
      '/v1/completions',
      { prompt: 'a', min_tokens: 99 },
      400,
      'min_tokens 99 is above max_tokens 16.',
    ],
    ['/v1/completions', { prompt: long }, 400, `maximum context length is ${maxModelLen} tokens`],
    ['/v1/chat/completions', { messages: [] }, 400, 'messages: '],
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 5 }] },
      400,
      'messages.0.content',
    ],
    ['/detokenize', { tokens: [-1] }, 400, 'tokens: '],
    ['/tokenize', { text: 'a' }, 400, 'Give a prompt (text) or messages.'],
    ['/tokenize', `"${'a'.repeat(33 * 2 ** 20)}"`, 413, 'at most 33554432 are read'],
  ])('to %s gets a sentence in vLLM’s shape (row %#)', async (...row) => {
    const [path, body, status, message] = row
    const response = await simulator().post(path, body)
    expect(response.status).toBe(status)
    const { error } = refusalSchema.parse(await response.json())
    expect(error).toMatchObject({ code: status })
    expect(error.message).toContain(message)
  })
})

describe('a client that goes away', () => {
  it.each([true, false])('ends its request and frees its blocks (stream: %s)', async (stream) => {
    const running = () => simulator().metric('vllm:num_requests_running')
    const aborted = () =>
      simulator().metric('vllm:request_success_total', 'finished_reason="abort"')
    const abortedBefore = await aborted()
    const leaving = new AbortController()
    const body = { prompt: [7, 8, 9], max_tokens: 30_000, ignore_eos: true, stream }
    const response = simulator().post('/v1/completions', body, { signal: leaving.signal })
    const gone = expect(response.then((answer) => answer.text())).rejects.toThrow('abort')
    await expect.poll(running, { timeout: 20_000 }).toBe(1)
    expect(await simulator().metric('vllm:kv_cache_usage_perc')).toBeGreaterThan(0)
    leaving.abort()
    await gone
    await expect.poll(running, { timeout: 20_000 }).toBe(0)
    expect(await simulator().metric('vllm:kv_cache_usage_perc')).toBe(0)
    expect(await aborted()).toBe(abortedBefore + 1)
  })
})

describe('plain HTTP/1.0', () => {
  it('streams without chunks', async () => {
    const body = JSON.stringify({ prompt: 'a', max_tokens: 2, stream: true, ignore_eos: true })
    const socket = connect(simulator().port, '127.0.0.1')
    const head = `content-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`POST /v1/completions HTTP/1.0\r\n${head}\r\n\r\n${body}`)
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    const [, events = ''] = answer.split('\r\n\r\n')
    expect(events).toMatch(/^data: \{.*\}\n\ndata: \{.*\}\n\ndata: \[DONE\]\n\n$/)
  })
})

async function countTokens(body: object): Promise<number> {
  const answer = await simulator().postJson('/tokenize', body)
  return z.object({ count: z.int() }).parse(answer).count
}

const completionSchema = z.object({ choices: z.array(z.object({ text: z.string() })) })

function textOf(answer: unknown): string {
  return completionSchema.parse(answer).choices[0]?.text ?? ''
}
