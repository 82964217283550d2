import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'

const simulator = sharedSimulator()

const completion = z.object({ choices: z.array(z.object({ text: z.string() })) })

async function completed(prompt: string, maxTokens: number): Promise<string> {
  const body = { prompt, max_tokens: maxTokens, ignore_eos: true }
  const answer = await simulator().postJson('/v1/completions', body)
  return completion.parse(answer).choices[0]?.text ?? ''
}

describe('text generation inference', () => {
  const parameters = { max_new_tokens: 3, ignore_eos_token: true }
  const request = { inputs: 'Hello there', parameters }

  it('streams a token per event, all of the text with the last', async () => {
    const events = await simulator().postForMessages('/generate_stream', request)
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
    const events = await simulator().postForMessages('/generate_stream', asked)
    expect(events.at(-1)).toMatchObject({ data: { details } })
    const text = await completed('Hello there', 3)
    expect(await simulator().postJson('/generate', asked)).toMatchObject({
      generated_text: text,
      details,
    })
    expect(await simulator().postJson('/generate', request)).toEqual({ generated_text: text })
  })

  it('reads the last tokens of a truncated prompt', async () => {
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
    const events = await simulator().postForMessages(`${path}_stream`, request)
    const pieces = z.array(z.object({ data: z.object({ text_output: z.string() }) })).parse(events)
    expect(pieces).toHaveLength(3)
    expect(pieces.map(({ data }) => data.text_output).join('')).toBe(text)
    expect(await simulator().postJson(path, request)).toMatchObject({
      model_name: 'ensemble',
      text_output: text,
    })
  })
})

describe('ollama', () => {
  const options = { num_predict: 3 }
  const lines = z.array(z.looseObject({ done: z.boolean() }))

  async function sent(path: string, body: object): Promise<unknown> {
    const response = await simulator().post(path, { model: 'm', options, ...body })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    return (await response.text())
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }

  it.each([
    ['/api/generate', { prompt: 'Hello there' }],
    ['/api/chat', { messages: [{ role: 'user', content: 'Hello there' }] }],
  ])('streams a line per token from %s, and the counts with the last', async (path, body) => {
    const seen = lines.parse(await sent(path, body))
    expect(seen.map(({ done }) => done)).toEqual([false, false, false, true])
    // 4 tokens of the text, 16 of the template around it.
    const ending = { done_reason: 'length', eval_count: 3, prompt_eval_count: 20 }
    expect(seen.at(-1)).toMatchObject(ending)
    const whole = { model: 'm', options, stream: false, ...body }
    expect(await simulator().postJson(path, whole)).toMatchObject({ done: true, ...ending })
  })
})

it.each<[string, object, number, string]>([
  ['/generate_stream', { parameters: {} }, 400, 'inputs: '],
  ['/generate_stream', { inputs: '' }, 400, 'The prompt holds no tokens.'],
  ['/v2/models/ensemble/generate_stream', { text_input: 'a' }, 400, 'max_tokens: '],
  ['/v2/models/other/generate_stream', { text_input: 'a' }, 404, 'Not Found'],
])('explains why %s rejects a request (row %#)', async (path, body, status, message) => {
  const response = await simulator().post(path, body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining(message) as string },
  })
})
