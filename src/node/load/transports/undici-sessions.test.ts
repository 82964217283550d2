// Load over HTTP/2, with and without TLS, against real servers.
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createHttpServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestError } from '#core/records/request-record.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { startProxy } from '../connections/proxy.test-support.ts'
import { conversationPlan, planOf, runAndListen } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { serveScript } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { createThreadedLoadRunner } from '../workers/run-threaded-load.ts'
import { respondWithEvents, serveHttp2, type Http2Request } from './http2-server.test-support.ts'

const good = { outputTokens: 3, generatedText: 'Hello wörld 🚀', error: null }
const threads = processEntry('load-thread')

function answer({ stream }: Http2Request): void {
  respondWithEvents(stream)
  stream.end(sse.whole)
}

function http2Plan(url: string, requests: number, changes: Partial<LoadPlan> = {}): LoadPlan {
  return planOf(url, requests, { transport: 'undici-h2', insecure: true, ...changes })
}

async function recordsOf(plan: LoadPlan, run = runLoad) {
  return (await runAndListen(run, plan)).records
}

describe.each([
  ['h2c', false],
  ['h2 over TLS', true],
])('load over %s', (_what, tls) => {
  it('has many streams on one connection, opened before the first is due', async () => {
    const server = await serveHttp2(answer, { tls })
    const records = await recordsOf(http2Plan(server.url, 50))
    expect(records).toHaveLength(50)
    for (const record of records) expect(record).toMatchObject(good)
    expect(server.sessions()).toBe(1)
    expect(server.requests.map(({ body }) => body).toSorted()).toEqual(
      records.map(({ index }) => `{"request":${index}}`).toSorted(),
    )
    expect(server.requests[0]?.headers).toMatchObject({
      'x-request-id': 'r-0',
      'content-type': 'application/json',
      ':authority': `127.0.0.1:${server.port}`,
    })
    await expect.poll(server.open).toBe(0)
  })

  it('opens another connection where one allows no more streams', async () => {
    const waiting: Http2Request[] = []
    const server = await serveHttp2(
      (request) => {
        if (waiting.push(request) === 30) waiting.forEach(answer)
      },
      { tls, mostStreams: 10 },
    )
    const records = await recordsOf(http2Plan(server.url, 30))
    for (const record of records) expect(record).toMatchObject(good)
    expect(server.sessions()).toBe(3)
  })

  it('times each event of a stream when it comes', async () => {
    const server = await serveHttp2(
      ({ stream }) => {
        respondWithEvents(stream)
        const events = [...sse.whole.matchAll(/.*\n\n/g)].map(([event]) => event)
        const write = () => {
          const event = events.shift()
          if (event === undefined) return stream.end()
          // In two frames.
          stream.write(event.slice(0, 9), () => stream.write(event.slice(9)))
          setTimeout(write, 30)
        }
        write()
      },
      { tls },
    )
    for (const record of await recordsOf(http2Plan(server.url, 4))) {
      expect(record).toMatchObject(good)
      const gaps = [...record.interTokenLatenciesUs]
      expect(gaps).toHaveLength(2)
      const { firstTokenAtUs, endedAtUs } = record
      expect(gaps.reduce((sum, gap) => sum + gap, firstTokenAtUs ?? NaN)).toBe(endedAtUs)
      expect(firstTokenAtUs).toBeLessThan(endedAtUs)
    }
  })

  it('is sent by several threads', async () => {
    const server = await serveHttp2(answer, { tls })
    const plan = http2Plan(server.url, 40, { maxConcurrency: 8 })
    const records = await recordsOf(plan, createThreadedLoadRunner(threads, 2))
    expect(records.map(({ error }) => error)).toEqual(Array(40).fill(null))
    expect(server.sessions()).toBe(2)
  })

  it('opens nothing ahead where connections are to be cold', async () => {
    const server = await serveHttp2(answer, { tls })
    const records = await recordsOf(http2Plan(server.url, 20, { coldConnections: true }))
    for (const record of records) expect(record).toMatchObject(good)
    expect(server.sessions()).toBe(1)
  })

  it('carries conversations', async () => {
    const server = await serveHttp2(answer, { tls })
    const plan = conversationPlan(server.url, [{ thinkS: [0, 0] }, { thinkS: [0] }], {
      transport: 'undici-h2',
      insecure: true,
    })
    const records = await recordsOf(plan)
    expect(records.map(({ error }) => error)).toEqual(Array(5).fill(null))
    expect(server.requests.at(-1)?.body).toContain('Hello wörld')
  })
})

type Failure = readonly [
  what: string,
  script: (request: Http2Request) => void,
  Partial<RequestError>,
]

const failures: readonly Failure[] = [
  [
    'refuses',
    ({ stream }) => {
      stream.respond({ ':status': 503 })
      stream.end('{"error":"full"}')
    },
    {
      code: 'http-status',
      status: 503,
      message: 'HTTP 503 Service Unavailable',
      body: '{"error":"full"}',
    },
  ],
  [
    'asks to wait',
    ({ stream }) => {
      stream.respond({ ':status': 429, 'retry-after': '7' })
      stream.end()
    },
    { code: 'http-status', message: 'HTTP 429 Too Many Requests; it asks to wait 7 s' },
  ],
  [
    'sends a web page',
    ({ stream }) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' })
      stream.end('<p>')
    },
    { code: 'not-a-stream', status: 200, body: '<p>' },
  ],
  [
    'reports an error in the stream',
    ({ stream }) => {
      respondWithEvents(stream)
      stream.end(sse.token('a') + sse.event({ error: { message: 'boom' } }))
    },
    { code: 'server-error-event', message: 'boom' },
  ],
  [
    'ends its stream too early',
    ({ stream }) => {
      respondWithEvents(stream)
      stream.end(sse.token('a'))
    },
    { code: 'truncated', status: 200 },
  ],
  [
    'resets a stream in the middle',
    ({ stream }) => {
      respondWithEvents(stream)
      stream.write(sse.token('a'), () => setTimeout(() => stream.close(2), 20))
    },
    {
      // Undici takes the reset of a stream for its end.
      code: 'truncated',
      status: 200,
    },
  ],
  [
    'resets a stream without a response',
    ({ stream }) => stream.close(2),
    { code: 'reset', message: 'The connection was reset (NGHTTP2_INTERNAL_ERROR).' },
  ],
  [
    'cuts its connection in the middle of a stream',
    ({ stream }) => {
      respondWithEvents(stream)
      stream.write(sse.token('a'), () => setTimeout(() => stream.session?.destroy(), 20))
    },
    { code: 'truncated', status: 200 },
  ],
  [
    'cuts its connection without a response',
    ({ stream }) => stream.session?.destroy(),
    { code: 'reset', status: null },
  ],
  [
    'never answers',
    () => undefined,
    { code: 'timeout', message: 'No complete answer within 1 s.' },
  ],
  [
    'stops in the middle of a stream',
    ({ stream }) => {
      respondWithEvents(stream)
      stream.write(sse.token('a'))
    },
    { code: 'stalled', message: 'The answer had begun, and then nothing came for 0.3 s.' },
  ],
]

describe('a failure over HTTP/2', () => {
  it.each(failures)('of a server that %s', async (_what, script, error) => {
    const server = await serveHttp2(script)
    const plan = http2Plan(server.url, 2, {
      maxConcurrency: 1,
      requestTimeoutS: 1,
      stallTimeoutS: 0.3,
    })
    for (const record of await recordsOf(plan)) expect(record.error).toMatchObject(error)
    await expect.poll(server.open).toBe(0)
  })

  it('cuts one stream and leaves the others alone', async () => {
    const server = await serveHttp2((request) => {
      if (request.body !== '{"request":1}') setTimeout(() => answer(request), 700)
    })
    const records = await recordsOf(
      http2Plan(server.url, 3, { stallTimeoutS: 5, requestTimeoutS: 1 }),
    )
    expect(records.map(({ error }) => error?.code)).toEqual([undefined, 'timeout', undefined])
    expect(server.sessions()).toBe(1)
  })

  it('is cut when the run is cancelled', async () => {
    const cancelling = new AbortController()
    const server = await serveHttp2(({ stream, overall }) => {
      respondWithEvents(stream)
      stream.write(sse.token('a'))
      if (overall === 3) cancelling.abort()
    })
    const plan = http2Plan(server.url, 50, { maxConcurrency: 4 })
    const { records, outcome } = await runAndListen(runLoad, plan, cancelling.signal)
    expect(outcome.cancelled).toBe(true)
    expect(records.map(({ error }) => error?.code)).toEqual(Array(4).fill('cancelled'))
    await expect.poll(server.open).toBe(0)
  })
})

describe('a request that meets the end of its session', () => {
  it.each([
    ['closes', ({ stream }: Http2Request) => stream.session?.destroy()],
    ['resets', ({ stream }: Http2Request) => stream.session?.socket.destroy()],
  ])('which the server %s, is sent once more', async (_what, end) => {
    const server = await serveHttp2((request) =>
      request.onSession === 0 ? answer(request) : end(request),
    )
    const records = await recordsOf(http2Plan(server.url, 3, { maxConcurrency: 1 }))
    for (const record of records) expect(record).toMatchObject(good)
    expect(records.map(({ resent }) => resent)).toEqual([undefined, true, true])
    expect(server.requests).toHaveLength(5)
  })

  it('which the server leaves without having seen it, is sent once more', async () => {
    const server = await serveHttp2(({ stream, ...request }) => {
      if (request.overall !== 1) return answer({ stream, ...request })
      // The stream that it has seen last was the first.
      stream.session?.goaway(0, 1)
      void delay(20).then(() => stream.session?.destroy())
    })
    const records = await recordsOf(http2Plan(server.url, 3, { maxConcurrency: 1 }))
    for (const record of records) expect(record).toMatchObject(good)
    expect(records.map(({ resent }) => resent)).toEqual([undefined, true, undefined])
    expect(server.requests).toHaveLength(4)
  })

  it('counts its latency from the first time', async () => {
    const server = await serveHttp2((request) => {
      if (request.onSession === 0) answer(request)
      else setTimeout(() => request.stream.session?.destroy(), 150)
    })
    const [, second] = await recordsOf(http2Plan(server.url, 2, { maxConcurrency: 1 }))
    expect(second).toMatchObject({ ...good, resent: true })
    expect((second?.firstTokenAtUs ?? 0) - (second?.sentAtUs ?? 0)).toBeGreaterThan(148_000)
  })

  it('is sent no third time', async () => {
    const server = await serveHttp2((request) =>
      request.overall === 0 ? answer(request) : request.stream.session?.destroy(),
    )
    const records = await recordsOf(http2Plan(server.url, 2, { maxConcurrency: 1 }))
    expect(records.map(({ error }) => error?.code)).toEqual([undefined, 'reset'])
    expect(records[1]?.resent).toBe(true)
    expect(server.requests).toHaveLength(3)
  })
})

describe('a server without HTTP/2', () => {
  const speaksNone = {
    code: 'malformed',
    message: 'The server does not speak HTTP/2 at this port. Use --transport undici or native.',
  }

  test.each([false, true])('is named as such (TLS: %s)', async (tls) => {
    const server = await serveScript((_request, response) => void response.end('hello'), { tls })
    for (const { error } of await recordsOf(http2Plan(server.url, 3))) {
      expect(error).toMatchObject(speaksNone)
    }
    expect(server.requests).toEqual([])
  })

  test('is named where it is silent until it is asked', async () => {
    const server = createHttpServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const [record] = await recordsOf(http2Plan(`http://127.0.0.1:${port}/`, 1))
    expect(record?.error).toMatchObject(speaksNone)
  })

  test.each(['http', 'https'])('is refused where nothing listens (%s)', async (scheme) => {
    for (const { error } of await recordsOf(http2Plan(`${scheme}://127.0.0.1:9/`, 3))) {
      expect(error).toMatchObject({ code: 'refused' })
    }
  })
})

test('HTTP/2 over TLS passes the tunnel of a proxy', async () => {
  const server = await serveHttp2(answer, { tls: true })
  const proxy = await startProxy(server.port)
  const url = 'https://llm.example:8000/v1/completions'
  const records = await recordsOf(http2Plan(url, 6, { proxy: proxy.url }))
  for (const record of records) expect(record).toMatchObject(good)
  expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT llm.example:8000'])
})

test('HTTP/2 without TLS is not sent to a proxy', async () => {
  const plan = http2Plan('http://llm.example/v1/completions', 1, { proxy: 'http://127.0.0.1:9' })
  await expect(recordsOf(plan)).rejects.toMatchObject({
    message: 'HTTP/2 without TLS does not pass a proxy.',
    field: 'transport',
  })
})
