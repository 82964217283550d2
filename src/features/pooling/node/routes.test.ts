import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'

const { model, maxModelLen } = findDeployment('quick')

const simulator = sharedSimulator()

const listSchema = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) })

async function embed(body: object): Promise<readonly (readonly number[])[]> {
  const answer = listSchema.parse(await simulator().postJson('/v1/embeddings', body))
  return answer.data.map(({ embedding }) => embedding)
}

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector)
}

describe('embeddings', () => {
  it('are one vector for each text, as wide as the model', async () => {
    const answer = await simulator().postJson('/v1/embeddings', { input: [[5, 6], [7]] })
    expect(answer).toMatchObject({
      object: 'list',
      model: model.id,
      data: [
        { index: 0, object: 'embedding' },
        { index: 1, object: 'embedding' },
      ],
      usage: { prompt_tokens: 3, total_tokens: 3, completion_tokens: 0 },
    })
    const [one, other] = listSchema.parse(answer).data
    expect(one?.embedding).toHaveLength(model.hiddenSize)
    expect(one?.embedding).not.toEqual(other?.embedding)
    expect(lengthOf(one?.embedding ?? [])).toBeCloseTo(1, 1)
  })

  it.each<[object, number]>([
    [{ input: 'the knee of the curve' }, 1],
    [{ input: ['a', 'b', 'c'] }, 3],
    [{ input: [5, 6, 7] }, 1],
    [{ input: [[5, 6], [7]] }, 2],
    [{ messages: [{ role: 'user', content: 'a' }] }, 1],
  ])('of %j', async (body, count) => {
    expect(await embed(body)).toHaveLength(count)
  })

  it('of the same text are the same, whatever stands beside it', async () => {
    const [alone] = await embed({ input: 'a' })
    expect((await embed({ input: ['b', 'a'] }))[1]).toEqual(alone)
  })

  it('are as short as asked for', async () => {
    expect((await embed({ input: 'a', dimensions: 8 }))[0]).toHaveLength(8)
  })

  it('hold the same numbers in every encoding', async () => {
    const body = { input: ['a', 'b'], dimensions: 4 }
    const numbers = (await embed(body)).flat()
    const ask = (encoding: string) =>
      simulator().post('/v1/embeddings', { ...body, encoding_format: encoding })
    const base64 = z
      .object({ data: z.array(z.object({ embedding: z.string() })) })
      .parse(await (await ask('base64')).json())
    const decoded = base64.data.map(({ embedding }) => Buffer.from(embedding, 'base64'))
    expect(floatsOf(Buffer.concat(decoded))).toEqual(numbers)
    const bytes = await ask('bytes')
    expect(JSON.parse(bytes.headers.get('metadata') ?? '')).toMatchObject({
      data: [
        { index: 0, start: 0, end: 16, shape: [4] },
        { index: 1, start: 16, end: 32 },
      ],
      usage: { prompt_tokens: 2 },
    })
    expect(floatsOf(Buffer.from(await bytes.arrayBuffer()))).toEqual(numbers)
    const bare = await ask('bytes_only')
    expect(bare.headers.get('metadata')).toBeNull()
    expect(floatsOf(Buffer.from(await bare.arrayBuffer()))).toEqual(numbers)
  })

  it('of a text that is too long read its end, when asked to truncate', async () => {
    const input = Array.from({ length: maxModelLen + 5 }, (_, index) => 5 + (index % 1000))
    const cut = { input, truncate_prompt_tokens: 3, dimensions: 2 }
    expect(await embed(cut)).toEqual(await embed({ input: input.slice(-3), dimensions: 2 }))
  })

  it('take the time the model needs to read: long ones longer, repeated ones less', async () => {
    const prefills = () => simulator().metric('vllm:request_prefill_time_seconds_sum')
    const prefillOf = async (first: number, tokens: number) => {
      const input = Array.from({ length: tokens }, (_, index) => first + index)
      const before = await prefills()
      await embed({ input, dimensions: 1 })
      return (await prefills()) - before
    }
    const longS = await prefillOf(10_000, 1500)
    expect(longS).toBeGreaterThan(2 * (await prefillOf(20_000, 100)))
    expect(await prefillOf(10_000, 1500)).toBeLessThan(longS)
  })

  it('count as requests that ended, and generate nothing', async () => {
    const ended = () => simulator().metric('vllm:request_success_total', 'finished_reason="stop"')
    const generated = () => simulator().metric('vllm:generation_tokens_total')
    const before = [await ended(), await generated()] as const
    await embed({ input: ['a', 'b'] })
    expect([await ended(), await generated()]).toEqual([before[0] + 2, before[1]])
  })
})

describe('pooling', () => {
  it('gives the same vectors under other names', async () => {
    const [vector] = await embed({ input: 'a' })
    expect(await simulator().postJson('/pooling', { input: 'a' })).toMatchObject({
      data: [{ index: 0, object: 'pooling', data: vector }],
      usage: { prompt_tokens: 1 },
    })
  })
})

describe('rerank', () => {
  const resultsSchema = z.array(
    z.object({
      index: z.int(),
      document: z.object({ text: z.string() }),
      relevance_score: z.number().min(0).max(1),
    }),
  )
  const documents = ['a', 'b', 'c', 'd']

  it.each(['/rerank', '/v1/rerank', '/v2/rerank'])('orders documents at %s', async (path) => {
    const answer = await simulator().postJson(path, { query: 'knee', documents })
    const { results, usage } = z
      .object({ results: resultsSchema, usage: z.object({ prompt_tokens: z.int() }) })
      .parse(answer)
    const scores = results.map((result) => result.relevance_score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(results.map(({ document }) => document.text).toSorted()).toEqual(documents)
    expect(results.every(({ index, document }) => documents[index] === document.text)).toBe(true)
    const { count } = z
      .object({ count: z.int() })
      .parse(await simulator().postJson('/tokenize', { prompt: 'knee' }))
    expect(usage.prompt_tokens).toBe(4 * (count + 1))
  })

  it('gives the best when asked for fewer', async () => {
    const all = await simulator().postJson('/rerank', { query: 'knee', documents })
    const best = await simulator().postJson('/rerank', { query: 'knee', documents, top_n: 2 })
    const resultsOf = (answer: unknown) =>
      z.object({ results: resultsSchema }).parse(answer).results
    expect(resultsOf(best)).toEqual(resultsOf(all).slice(0, 2))
  })
})

describe('score', () => {
  it.each<[string | string[], string | string[], number]>([
    ['a', 'b', 1],
    ['a', ['b', 'c'], 2],
    [['a', 'b'], ['c', 'd'], 2],
  ])('of %j and %j', async (one, other, count) => {
    const answer = await simulator().postJson('/v1/score', { text_1: one, text_2: other })
    const { data } = z
      .object({ data: z.array(z.object({ score: z.number().min(0).max(1) })) })
      .parse(answer)
    expect(data).toHaveLength(count)
  })
})

describe('a request that cannot be served', () => {
  const long = Array.from({ length: maxModelLen + 1 }, () => 5)
  it.each<[string, object, number, string]>([
    ['/v1/embeddings', { model: 'gpt', input: 'a' }, 404, 'The model `gpt` does not exist.'],
    ['/v1/embeddings', {}, 400, 'Give an input or messages.'],
    ['/v1/embeddings', { input: [] }, 400, 'The prompt holds no tokens.'],
    ['/v1/embeddings', { input: ['a', 5] }, 400, 'input: Give a text'],
    ['/v1/embeddings', { input: 'a', dimensions: 1e6 }, 400, 'dimensions 1000000 is above'],
    ['/v1/embeddings', { input: 'a', encoding_format: 'hex' }, 400, 'encoding_format: '],
    ['/v1/embeddings', { input: long }, 400, `maximum context length is ${maxModelLen} tokens`],
    ['/v1/embeddings', { input: 'a', truncate_prompt_tokens: 1e6 }, 400, 'truncate_prompt_tokens'],
    ['/rerank', { query: 'a', documents: [] }, 400, 'documents: '],
    ['/score', { text_1: ['a', 'b'], text_2: ['c'] }, 400, 'text_1 has 2 texts, but text_2 has 1'],
  ])('to %s gets a sentence (row %#)', async (path, body, status, message) => {
    const response = await simulator().post(path, body)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(message)
  })
})

it('a client that goes away ends what is read for it', async () => {
  const aborted = () => simulator().metric('vllm:request_success_total', 'finished_reason="abort"')
  const before = await aborted()
  const leaving = new AbortController()
  const input = Array.from({ length: 64 }, (_, text) =>
    Array.from({ length: 1000 }, (__, index) => 3 + ((text * 1000 + index) % 31_000)),
  )
  const response = simulator().post('/v1/embeddings', { input }, { signal: leaving.signal })
  const gone = expect(response).rejects.toThrow('abort')
  await expect.poll(() => simulator().metric('vllm:num_requests_running')).toBeGreaterThan(0)
  leaving.abort()
  await gone
  await expect.poll(() => simulator().metric('vllm:num_requests_running')).toBe(0)
  expect(await aborted()).toBeGreaterThan(before)
})

function floatsOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index))
}
