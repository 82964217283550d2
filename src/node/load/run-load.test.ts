import { describe, expect, it } from 'vitest'
import { runLoad } from './run-load.ts'
import { listen, planOf, runAndListen, silentHooks } from './plan.test-support.ts'
import {
  serveCounting,
  serveScript,
  startStream,
  streamPieces,
} from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

const bytes = Buffer.from(sse.whole)
const good = { promptTokens: 7, outputTokens: 3, generatedText: 'Hello wörld 🚀', error: null }

describe('measuring streamed answers', () => {
  it('reads a stream the same wherever it is split in two', async () => {
    const server = await serveScript(({ index }, response) =>
      streamPieces(response, [bytes.subarray(0, index), bytes.subarray(index)]),
    )
    const plan = planOf(server.url, bytes.length + 1, { maxConcurrency: 8 })
    const { records } = await runAndListen(runLoad, plan)
    expect(records.map(({ index }) => index)).toEqual(plan.requestIds.map((_, i) => i))
    for (const record of records) {
      expect(record).toMatchObject(good)
      expect(record.interTokenLatenciesUs).toHaveLength(2)
    }
  })

  it('reads a stream that comes byte by byte', async () => {
    const server = await serveScript((_request, response) =>
      streamPieces(
        response,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    )
    const { records } = await runAndListen(runLoad, planOf(server.url, 1))
    expect(records).toMatchObject([good])
  })

  it('gives events that come in one read the same time', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [bytes]))
    const { records } = await runAndListen(runLoad, planOf(server.url, 3))
    for (const record of records) {
      expect(record).toMatchObject(good)
      expect(record.interTokenLatenciesUs).toEqual(Uint32Array.of(0, 0))
      expect(record.endedAtUs).toBe(record.firstTokenAtUs)
    }
  })

  it.each([
    ['with a content length', { 'content-length': String(bytes.length) }],
    ['until the connection closes', { connection: 'close', 'transfer-encoding': 'identity' }],
    ['in chunks, then closes', { connection: 'close' }],
  ])('reads a stream that is sent %s', async (_what, headers) => {
    const server = await serveScript((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
      response.end(bytes)
    })
    const { records } = await runAndListen(runLoad, planOf(server.url, 4, { maxConcurrency: 2 }))
    expect(records).toMatchObject([good, good, good, good])
  })

  it.each([
    ['as plain text', 'text/plain; charset=utf-8', sse.whole],
    ['as any bytes, after a comment', 'application/octet-stream', `: hello\n\n${sse.whole}`],
    [
      'without a closing message after the counts',
      'text/event-stream',
      sse.whole.replace(sse.done, ''),
    ],
  ])('reads a stream that is sent %s', async (_what, contentType, whole) => {
    const server = await serveScript((_request, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(whole)
    })
    const { records } = await runAndListen(runLoad, planOf(server.url, 2))
    expect(records).toMatchObject([good, good])
  })

  it('adds up: gaps lie between the first token and the end', async () => {
    const server = await serveScript((_request, response) =>
      streamPieces(response, sse.whole.split(/(?<=\n\n)/)),
    )
    const { records } = await runAndListen(runLoad, planOf(server.url, 20, { maxConcurrency: 5 }))
    for (const { sentAtUs, firstTokenAtUs, endedAtUs, interTokenLatenciesUs } of records) {
      const gaps = interTokenLatenciesUs.reduce((sum, gap) => sum + gap, 0)
      expect(firstTokenAtUs).toBeGreaterThanOrEqual(sentAtUs)
      expect((firstTokenAtUs ?? 0) + gaps).toBe(endedAtUs)
    }
  })

  it('does not stretch an answer by what follows its last token', async () => {
    const server = await serveScript(async (_request, response) => {
      startStream(response)
      response.write(sse.token('a'))
      await new Promise((resolve) => setTimeout(resolve, 30))
      response.end(sse.event({ choices: [], usage: { completion_tokens: 1 } }) + sse.done)
    })
    const { records } = await runAndListen(runLoad, planOf(server.url, 1))
    expect(records[0]).toMatchObject({ outputTokens: 1, promptTokens: 5, error: null })
    expect(records[0]?.endedAtUs).toBe(records[0]?.firstTokenAtUs)
  })

  it('counts no role and no reason as a token of a chat', async () => {
    const deltas = [{ role: 'assistant', content: '' }, { content: 'a' }, { content: 'b' }, {}]
    const server = await serveScript((_request, response) =>
      streamPieces(response, [
        ...deltas.map((delta, i) =>
          sse.event({ choices: [{ delta, finish_reason: i === 3 ? 'stop' : null }] }),
        ),
        sse.done,
      ]),
    )
    const { records } = await runAndListen(runLoad, planOf(server.url, 1, { protocol: 'chat' }))
    expect(records[0]).toMatchObject({ generatedText: 'ab', outputTokens: null, error: null })
    expect(records[0]?.interTokenLatenciesUs).toHaveLength(1)
  })

  it('times tokens that were counted but not shown by the messages that stand for them', async () => {
    const events = [
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 9 } },
    ]
    const server = await serveScript(async (_request, response) => {
      startStream(response)
      for (const event of events) {
        response.write(sse.event(event))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      response.end(sse.done)
    })
    const { records } = await runAndListen(runLoad, planOf(server.url, 1, { protocol: 'chat' }))
    expect(records[0]).toMatchObject({ outputTokens: 9, error: null })
    const { firstAtUs, firstTokenAtUs, endedAtUs = 0, interTokenLatenciesUs } = records[0] ?? {}
    expect(firstTokenAtUs).toBe(firstAtUs?.chunk)
    expect(endedAtUs).toBeGreaterThan((firstTokenAtUs ?? Infinity) + 40_000)
    expect(interTokenLatenciesUs).toHaveLength(0)
  })

  it('times the first chunk, reasoning, content and tool call apart from each other', async () => {
    const deltas = [
      { role: 'assistant', content: '' },
      { reasoning: 'Hm' },
      { reasoning: '.' },
      { content: 'a' },
      { tool_calls: [{}] },
    ]
    const server = await serveScript(async (_request, response) => {
      startStream(response)
      for (const delta of deltas) {
        response.write(sse.event({ choices: [{ delta }] }))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      response.end(sse.done)
    })
    const { records } = await runAndListen(runLoad, planOf(server.url, 1, { protocol: 'chat' }))
    const { firstAtUs, firstTokenAtUs, endedAtUs, interTokenLatenciesUs } = records[0] ?? {}
    const { chunk, reasoning, content, toolCall } = firstAtUs ?? {}
    expect(interTokenLatenciesUs).toHaveLength(3)
    expect([reasoning, toolCall]).toEqual([firstTokenAtUs, endedAtUs])
    const inOrder = [chunk, reasoning, content, toolCall].map((atUs) => atUs ?? NaN)
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    expect(new Set(inOrder).size).toBe(4)
  })

  it('sends the body, the headers and the request id', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [bytes]))
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer k' }
    const plan = planOf(`${server.url}?a=b`, 2, { headers, requestIds: ['first', null] })
    await runAndListen(runLoad, { ...plan, maxConcurrency: 1 })
    expect(server.requests).toMatchObject([
      {
        url: '/v1/completions?a=b',
        body: '{"request":0}',
        headers: { authorization: 'Bearer k', 'x-request-id': 'first' },
      },
      { body: '{"request":1}' },
    ])
    expect(server.requests[1]?.headers).not.toHaveProperty('x-request-id')
  })
})

describe('putting load on a server', () => {
  it('never has more requests in flight than allowed, and sends the rest in order', async () => {
    const { server, most } = await serveCounting(2, bytes)
    const { records } = await runAndListen(runLoad, planOf(server.url, 60, { maxConcurrency: 7 }))
    expect(most()).toBeLessThanOrEqual(7)
    expect(records).toHaveLength(60)
    const sent = records.map(({ sentAtUs }) => sentAtUs)
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  })

  it('keeps the schedule: none leaves early, and each is recorded as it was asked for', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [bytes]))
    const offsetsS = Float64Array.from({ length: 30 }, (_, i) => i * 0.0041)
    const { records, outcome } = await runAndListen(runLoad, planOf(server.url, 30, { offsetsS }))
    expect(records.map(({ scheduledAtUs }) => scheduledAtUs)).toEqual(
      records.map((_, i) => i * 4100),
    )
    for (const { sentAtUs, scheduledAtUs } of records) {
      expect(sentAtUs).toBeGreaterThanOrEqual(scheduledAtUs)
    }
    expect(outcome.durationUs).toBeGreaterThanOrEqual(29 * 4100)
    expect(outcome.client.sendLagMaxUs).toBeGreaterThanOrEqual(outcome.client.sendLagP50Us)
  })

  it('ends warm-ups before anything is measured, and records none', async () => {
    const order: string[] = []
    const server = await serveScript(async ({ body }, response) => {
      await streamPieces(response, [bytes])
      order.push(body)
    })
    const plan = planOf(server.url, 2, { warmups: [Buffer.from('warm'), Buffer.from('warm')] })
    const { records, phases } = await runAndListen(runLoad, plan)
    expect(order.slice(0, 2)).toEqual(['warm', 'warm'])
    expect(records).toHaveLength(2)
    expect(phases).toEqual(['connecting', 'warming-up', 'running', 'draining'])
  })

  it('reports progress', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [bytes]))
    const { progress } = await runAndListen(runLoad, planOf(server.url, 10))
    expect(progress.at(-1)).toMatchObject({
      planned: 10,
      asked: 10,
      sent: 10,
      completed: 10,
      failed: 0,
      inFlight: 0,
      queued: 0,
      tokenEvents: 30,
      etaS: 0,
    })
  })

  it('ends when its listener fails', async () => {
    const server = await serveScript((_request, response) => startStream(response))
    const { hooks } = listen()
    const onProgress = () => {
      throw new Error('disk full')
    }
    const { signal } = new AbortController()
    const running = runLoad(planOf(server.url, 5), { ...hooks, onProgress }, signal)
    await expect(running).rejects.toThrow('disk full')
  })

  it('has nothing to do for an empty plan', async () => {
    const { records, outcome } = await runAndListen(runLoad, planOf('http://127.0.0.1:1/', 0))
    expect(records).toEqual([])
    expect(outcome.cancelled).toBe(false)
  })
})

describe('cancelling', () => {
  it('cuts what is in flight and forgets what was not sent', async () => {
    const cancelling = new AbortController()
    const server = await serveScript(({ index, body }, response) => {
      if (body === '{"request":0}') return streamPieces(response, [bytes])
      startStream(response)
      response.write(sse.token('a'))
      if (index === 3) cancelling.abort()
    })
    const plan = planOf(server.url, 50, { maxConcurrency: 3 })
    const { records, outcome } = await runAndListen(runLoad, plan, cancelling.signal)
    expect(outcome.cancelled).toBe(true)
    expect(records.map(({ error }) => error?.code ?? 'ok')).toEqual([
      ...['ok', 'cancelled', 'cancelled', 'cancelled'],
    ])
  })

  it('sends nothing when it was cancelled before', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [bytes]))
    const { records, outcome } = await runAndListen(
      runLoad,
      planOf(server.url, 5),
      AbortSignal.abort(),
    )
    expect(outcome.cancelled).toBe(true)
    expect([...records, ...server.requests]).toEqual([])
  })

  it('ends when nothing is in flight and the next request is far off', async () => {
    const cancelling = new AbortController()
    const plan = planOf('http://127.0.0.1:1/', 1, { offsetsS: Float64Array.of(3600) })
    const hooks = { ...silentHooks, onProgress: () => cancelling.abort() }
    expect(await runLoad(plan, hooks, cancelling.signal)).toMatchObject({ cancelled: true })
  })
})
