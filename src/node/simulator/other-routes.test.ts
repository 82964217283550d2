import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedSimulator } from './simulator.test-support.ts'

const simulator = sharedSimulator()

describe('messages', () => {
  const content = [{ type: 'text', text: 'Hello' }]
  const request = { model: 'sim', messages: [{ role: 'user', content }], max_tokens: 4 }

  it('stream blocks that open, fill and close, each event under its own name', async () => {
    const messages = await simulator().postForMessages('/v1/messages', { ...request, stream: true })
    const events = messages.map(({ data }) => z.object({ type: z.string() }).parse(data))
    expect(messages.map(({ name }) => name)).toEqual(events.map(({ type }) => type))
    expect(events.map(({ type }) => type)).toEqual([
      ...['message_start', 'content_block_start'],
      ...Array.from({ length: 4 }, () => 'content_block_delta'),
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ])
  })

  it('say the same streamed or whole', async () => {
    const messages = await simulator().postForMessages('/v1/messages', { ...request, stream: true })
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
    const messages = await simulator().postForMessages('/v1/responses', {
      ...request,
      stream: true,
    })
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
    const messages = await simulator().postForMessages('/v1/responses', {
      ...request,
      stream: true,
    })
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
    const messages = await simulator().postForMessages('/v1/responses', natural)
    expect(messages.at(-1)).toMatchObject({
      name: 'response.completed',
      data: { response: { status: 'completed', incomplete_details: null } },
    })
  })
})

describe('a request that cannot be served', () => {
  it.each<[string, object, number, string]>([
    ['/v1/responses', { input: 5 }, 400, 'input: Give a text or a list of messages'],
    ['/v1/responses', { input: 'a', model: 'gpt' }, 404, 'The model `gpt` does not exist.'],
    ['/v1/responses', { input: 'a', max_output_tokens: 1e6 }, 400, 'is too large'],
  ])('to %s gets a sentence (row %#)', async (path, body, status, message) => {
    const response = await simulator().post(path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(message) as string },
    })
  })
})
