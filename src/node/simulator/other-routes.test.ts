import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedSimulator } from './simulator.test-support.ts'

const simulator = sharedSimulator()

type Message = Readonly<{ name: string | null; data: unknown }>

async function messagesOf(path: string, body: object): Promise<Message[]> {
  const response = await simulator().post(path, body)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const text = await response.text()
  expect(text.endsWith('\n\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n\n')
    .map((message) => {
      const [, name = null] = /^event: (.*)$/m.exec(message) ?? []
      return { name, data: JSON.parse(/^data: ?(.*)$/m.exec(message)?.[1] ?? '') as unknown }
    })
}

const completion = z.object({ choices: z.array(z.object({ text: z.string() })) })

async function completed(prompt: string, maxTokens: number): Promise<string> {
  const body = { prompt, max_tokens: maxTokens, ignore_eos: true }
  const answer = await simulator().postJson('/v1/completions', body)
  return completion.parse(answer).choices[0]?.text ?? ''
}

describe('messages', () => {
  const content = [{ type: 'text', text: 'Hello' }]
  const request = { model: 'sim', messages: [{ role: 'user', content }], max_tokens: 4 }

  it('stream blocks that open, fill and close, each event under its own name', async () => {
    const messages = await messagesOf('/v1/messages', { ...request, stream: true })
    const events = messages.map(({ data }) => z.object({ type: z.string() }).parse(data))
    expect(messages.map(({ name }) => name)).toEqual(events.map(({ type }) => type))
    expect(events.map(({ type }) => type)).toEqual([
      ...['message_start', 'content_block_start'],
      ...Array.from({ length: 4 }, () => 'content_block_delta'),
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ])
  })

  it('say the same streamed or whole', async () => {
    const messages = await messagesOf('/v1/messages', { ...request, stream: true })
    const deltas = messages.flatMap(({ data }) => {
      const parsed = z.object({ delta: z.object({ text: z.string() }) }).safeParse(data)
      return parsed.success ? [parsed.data.delta.text] : []
    })
    const answer = await simulator().postJson('/v1/messages', request)
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: deltas.join('') }],
      stop_reason: 'max_tokens',
      usage: { output_tokens: 4 },
    })
  })

  it('take instructions, and refuse what is no text', async () => {
    const usage = z.object({ usage: z.object({ input_tokens: z.int() }) })
    const tokensOf = (answer: unknown) => usage.parse(answer).usage.input_tokens
    const alone = await simulator().postJson('/v1/messages', request)
    const instructed = await simulator().postJson('/v1/messages', {
      ...request,
      system: 'Be brief.',
    })
    expect(tokensOf(instructed)).toBeGreaterThan(tokensOf(alone))
    const image = [{ role: 'user', content: [{ type: 'image', source: {} }] }]
    const refused = await simulator().post('/v1/messages', { ...request, messages: image })
    expect(refused.status).toBe(400)
  })
})

describe('responses', () => {
  const request = { model: 'sim', input: 'Hello', max_output_tokens: 4, ignore_eos: true }
  const numbered = z.object({ type: z.string(), sequence_number: z.int() })
  const whole = z.object({ output: z.array(z.object({ content: z.array(z.unknown()) })) })

  it('streams a numbered event for every step of the message, each under its own name', async () => {
    const messages = await messagesOf('/v1/responses', { ...request, stream: true })
    const events = messages.map(({ data }) => numbered.parse(data))
    expect(messages.map(({ name }) => name)).toEqual(events.map(({ type }) => type))
    expect(events.map(({ sequence_number: number }) => number)).toEqual(
      events.map((_, index) => index),
    )
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      ...['created', 'in_progress', 'output_item.added', 'content_part.added'],
      ...Array.from({ length: 4 }, () => 'output_text.delta'),
      ...['output_text.done', 'content_part.done', 'output_item.done', 'incomplete'],
    ])
  })

  it('says the same streamed or whole', async () => {
    const messages = await messagesOf('/v1/responses', { ...request, stream: true })
    const answer = await simulator().postJson('/v1/responses', request)
    const last = z.object({ response: whole }).parse(messages.at(-1)?.data).response
    expect(whole.parse(answer).output[0]?.content).toEqual(last.output[0]?.content)
    expect(answer).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: { output_tokens: 4 },
    })
  })

  it('takes messages and instructions', async () => {
    const content = [{ type: 'input_text', text: 'Hello' }]
    const input = [{ role: 'user', content }]
    const spoken = await simulator().postJson('/v1/responses', { ...request, input })
    const alone = await simulator().postJson('/v1/responses', request)
    const instructed = { ...request, instructions: 'Be brief.' }
    const usage = z.object({ usage: z.object({ input_tokens: z.int() }) })
    const tokensOf = (answer: unknown) => usage.parse(answer).usage.input_tokens
    expect(tokensOf(spoken)).toBe(tokensOf(alone))
    expect(tokensOf(await simulator().postJson('/v1/responses', instructed))).toBeGreaterThan(
      tokensOf(alone),
    )
  })

  it('is completed where it ends by itself', async () => {
    const natural = { ...request, ignore_eos: false, max_output_tokens: 20_000, stream: true }
    const messages = await messagesOf('/v1/responses', natural)
    expect(messages.at(-1)).toMatchObject({
      name: 'response.completed',
      data: { response: { status: 'completed', incomplete_details: null } },
    })
  })
})

describe('text generation inference', () => {
  const parameters = { max_new_tokens: 3, ignore_eos_token: true }
  const request = { inputs: 'Hello there', parameters }

  it('streams a token per event, all of the text with the last', async () => {
    const events = await messagesOf('/generate_stream', request)
    const text = await completed('Hello there', 3)
    const tokens = z.array(z.object({ data: z.object({ token: z.object({ text: z.string() }) }) }))
    expect(
      tokens
        .parse(events)
        .map(({ data }) => data.token.text)
        .join(''),
    ).toBe(text)
    expect(events.map(({ data }) => data)).toMatchObject([
      { index: 1, generated_text: null, details: null },
      { index: 2, generated_text: null },
      { index: 3, generated_text: text, details: null },
    ])
  })

  it('reports details on request, and a whole document otherwise', async () => {
    const asked = { ...request, parameters: { ...parameters, details: true } }
    const details = { finish_reason: 'length', generated_tokens: 3 }
    const events = await messagesOf('/generate_stream', asked)
    expect(events.at(-1)).toMatchObject({ data: { details } })
    const text = await completed('Hello there', 3)
    expect(await simulator().postJson('/generate', asked)).toMatchObject({
      generated_text: text,
      details,
    })
    expect(await simulator().postJson('/generate', request)).toEqual({ generated_text: text })
  })

  it('reads only the last tokens of a prompt that is to be cut', async () => {
    const cut = { ...parameters, truncate: 1, details: true }
    const answer = await simulator().postJson('/generate', { ...request, parameters: cut })
    expect(answer).toMatchObject({ details: { input_length: 1 } })
  })
})

describe('triton', () => {
  const path = '/v2/models/ensemble/generate'
  const request = { text_input: 'Hello there', max_tokens: 3, min_length: 3 }

  it('streams text in pieces, or gives it whole', async () => {
    const text = await completed('Hello there', 3)
    const events = await messagesOf(`${path}_stream`, request)
    const pieces = z.array(z.object({ data: z.object({ text_output: z.string() }) })).parse(events)
    expect(pieces).toHaveLength(3)
    expect(pieces.map(({ data }) => data.text_output).join('')).toBe(text)
    expect(await simulator().postJson(path, request)).toMatchObject({
      model_name: 'ensemble',
      text_output: text,
    })
  })
})

describe('a request that cannot be served', () => {
  it.each<[string, object, number, string]>([
    ['/v1/responses', { input: 5 }, 400, 'input: Give a text or a list of messages'],
    ['/v1/responses', { input: 'a', model: 'gpt' }, 404, 'The model `gpt` does not exist.'],
    ['/v1/responses', { input: 'a', max_output_tokens: 1e6 }, 400, 'is too large'],
    ['/generate_stream', { parameters: {} }, 400, 'inputs: '],
    ['/generate_stream', { inputs: '' }, 400, 'The prompt holds no tokens.'],
    ['/v2/models/ensemble/generate_stream', { text_input: 'a' }, 400, 'max_tokens: '],
    ['/v2/models/other/generate_stream', { text_input: 'a' }, 404, 'Not Found'],
  ])('to %s gets a sentence (row %#)', async (path, body, status, message) => {
    const response = await simulator().post(path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(message) as string },
    })
  })
})
