// Servers that close a connection they kept alive just as the next request leaves on it.
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { localhostCertificate } from './connections/localhost-certificate.test-support.ts'
import { conversationPlan, planOf, runAndListen } from './plan.test-support.ts'
import { startProxy } from './connections/proxy.test-support.ts'
import { runLoad } from './run-load.ts'
import { startStream } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'
import { createThreadedLoadRunner } from './workers/run-threaded-load.ts'
import { streamed } from './connections/wire-server.test-support.ts'

/** Position among the requests of its connection, and among all. */
type Place = Readonly<{ onConnection: number; overall: number }>

type Reaction = (socket: Socket, place: Place, request: string) => void

const answer = (socket: Socket) => void socket.write(streamed(sse.whole))
const closes = (socket: Socket) => void socket.end()
const destroys = (socket: Socket) => void socket.destroy()
const resets = (socket: Socket) => void socket.resetAndDestroy()

/** Once per connection; then it does as given, as soon as a request arrives. */
const onceThen =
  (end: (socket: Socket) => void): Reaction =>
  (socket, { onConnection }) =>
    onConnection === 0 ? answer(socket) : end(socket)

/** A request of these tests fits into one read. */
async function serve(react: Reaction, { tls = false } = {}) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    let onConnection = 0
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const place = { onConnection: onConnection++, overall: requests.length }
      requests.push(bytes.toString())
      react(socket, place, bytes.toString())
    })
  }
  const server = tls ? createTlsServer(localhostCertificate, accept) : createTcpServer(accept)
  const port = await listenUntilFinished(server, () => {
    for (const socket of sockets) socket.destroy()
  })
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/v1/completions`
  return { url, port, requests, stopListening: () => server.close() }
}

const good = { outputTokens: 3, generatedText: 'Hello wörld 🚀', error: null }

async function recordsOf(plan: Parameters<typeof runLoad>[0], run = runLoad) {
  return (await runAndListen(run, plan)).records
}

describe('a server that closes after each response, as that of llama.cpp', () => {
  it('gets each request once as soon as three were lost', async () => {
    const server = await serve(onceThen(closes))
    const records = await recordsOf(planOf(server.url, 20, { maxConcurrency: 1 }))
    for (const record of records) expect(record).toMatchObject(good)
    const resent = records.flatMap((record) => (record.resent === true ? [record.index] : []))
    expect(resent).toEqual([1, 2, 3])
    expect(server.requests).toHaveLength(23)
  })

  it('is not one that answered on a reused connection before', async () => {
    const server = await serve((socket, { onConnection }) =>
      (onConnection < 2 ? answer : closes)(socket),
    )
    const records = await recordsOf(planOf(server.url, 20, { maxConcurrency: 1 }))
    for (const record of records) expect(record).toMatchObject(good)
    expect(records.filter(({ resent }) => resent)).toHaveLength(9)
  })
})

describe.each(['native', 'undici'] as const)('over transport %s', (transport) => {
  describe('a request that meets the end of a reused connection', () => {
    it.each([
      ['closes', false, closes],
      ['resets', false, resets],
      ['closes', true, closes],
      ['destroys', true, destroys],
    ] as const)('which the server %s, is sent once more (TLS: %s)', async (_what, tls, end) => {
      const server = await serve(onceThen(end), { tls })
      const plan = planOf(server.url, 4, { transport, maxConcurrency: 1, insecure: true })
      const records = await recordsOf(plan)
      for (const record of records) expect(record).toMatchObject(good)
      expect(records.map(({ resent }) => resent)).toEqual([undefined, true, true, true])
      const [first, ...others] = server.requests
      expect(first).toContain('{"request":0}')
      for (const index of [1, 2, 3]) {
        const same = others.filter((request) => request.includes(`{"request":${index}}`))
        expect(same).toHaveLength(2)
        expect(same[1]).toBe(same[0])
      }
    })

    it('counts its latency from the first time', async () => {
      const lateMs = 150
      const server = await serve(onceThen((socket) => void setTimeout(() => socket.end(), lateMs)))
      const [, second] = await recordsOf(planOf(server.url, 2, { transport, maxConcurrency: 1 }))
      expect(second).toMatchObject({ ...good, resent: true })
      // A timer may be early by a millisecond.
      const ttftUs = (second?.firstTokenAtUs ?? 0) - (second?.sentAtUs ?? 0)
      expect(ttftUs).toBeGreaterThan((lateMs - 2) * 1000)
    })

    it('is sent once more through a tunnel', async () => {
      const server = await serve(onceThen(closes), { tls: true })
      const { url: proxy } = await startProxy(server.port)
      const plan = planOf('https://llm.example/v1/completions', 3, {
        transport,
        proxy,
        maxConcurrency: 1,
        insecure: true,
      })
      const records = await recordsOf(plan)
      for (const record of records) expect(record).toMatchObject(good)
      expect(records.map(({ resent }) => resent)).toEqual([undefined, true, true])
    })

    it('is sent once more to a proxy that forwards', async () => {
      const proxy = await serve(onceThen(closes))
      const plan = planOf('http://llm.example/v1/completions', 2, {
        transport,
        proxy: new URL('/', proxy.url).href,
        maxConcurrency: 1,
      })
      const records = await recordsOf(plan)
      for (const record of records) expect(record).toMatchObject(good)
      expect(records.map(({ resent }) => resent)).toEqual([undefined, true])
      for (const request of proxy.requests) expect(request).toMatch(/^POST http:\/\/llm\.example/)
    })

    it('is sent once more from every thread', async () => {
      const entry = processEntry('load-thread')
      const server = await serve(onceThen(closes))
      const plan = planOf(server.url, 20, { transport, maxConcurrency: 4 })
      const records = await recordsOf(plan, createThreadedLoadRunner(entry, 2))
      for (const record of records) expect(record).toMatchObject(good)
      expect(records.filter(({ resent }) => resent).length).toBe(server.requests.length - 20)
      expect(records.filter(({ resent }) => resent).length).toBeGreaterThan(0)
    })

    it('repeats a later turn with all that was said before it', async () => {
      const server = await serve(onceThen(closes))
      const plan = conversationPlan(server.url, [{ thinkS: [0, 0] }], {
        transport,
        maxConcurrency: 1,
      })
      const records = await recordsOf(plan)
      expect(records.map(({ resent }) => resent)).toEqual([undefined, true, true])
      const [, second, secondAgain, third, thirdAgain] = server.requests
      expect(secondAgain).toBe(second)
      expect(thirdAgain).toBe(third)
      expect(third).toContain('Hello wörld')
    })

    it('succeeds with a real server that ends idle connections early', async () => {
      const server = createServer(
        { keepAliveTimeout: 20 },
        (incoming: IncomingMessage, response) => {
          incoming.resume().on('end', () => {
            startStream(response)
            response.end(sse.whole)
          })
        },
      )
      if ('keepAliveTimeoutBuffer' in server) server.keepAliveTimeoutBuffer = 0
      const port = await listenUntilFinished(server)
      // The gaps are around the server's limit, so that its end of a connection crosses requests.
      const offsetsS = Float64Array.from({ length: 60 }, (_, i) => i * 0.021 + (i % 7) * 0.0003)
      const url = `http://127.0.0.1:${port}/v1/completions`
      const records = await recordsOf(planOf(url, 60, { transport, offsetsS, maxConcurrency: 1 }))
      expect(records.map(({ error }) => error)).toEqual(Array(60).fill(null))
    })
  })

  describe('what is a failure all the same', () => {
    it.each([
      ['closes', closes],
      ['resets', resets],
    ])('a fresh connection that the server %s', async (_what, end) => {
      const server = await serve(end)
      const records = await recordsOf(planOf(server.url, 3, { transport, maxConcurrency: 1 }))
      for (const { error, resent } of records) {
        expect(error?.code).toBe('reset')
        expect(resent).toBeUndefined()
      }
      expect(server.requests).toHaveLength(3)
    })

    it('a request that is lost the second time, too', async () => {
      const server = await serve((socket, { overall }) => (overall === 0 ? answer : closes)(socket))
      const records = await recordsOf(planOf(server.url, 3, { transport, maxConcurrency: 1 }))
      expect(records.map(({ error }) => error?.code)).toEqual([undefined, 'reset', 'reset'])
      expect(records.map(({ resent }) => resent)).toEqual([undefined, true, undefined])
      expect(server.requests).toHaveLength(4)
    })

    it('one whose response had begun', async () => {
      const begins = (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\n')
      const server = await serve(onceThen(begins))
      const [, second] = await recordsOf(planOf(server.url, 2, { transport, maxConcurrency: 1 }))
      expect(second).toMatchObject({ error: { code: 'reset' }, resent: undefined })
      expect(server.requests).toHaveLength(2)
    })

    it('one for which no fresh connection can be opened: the first loss is reported', async () => {
      const server = await serve(
        onceThen((socket) => {
          server.stopListening()
          socket.resetAndDestroy()
        }),
      )
      const [, second] = await recordsOf(planOf(server.url, 2, { transport, maxConcurrency: 1 }))
      expect(second).toMatchObject({ error: { code: 'reset' }, resent: undefined })
    })

    it('one whose time is up before the second response', async () => {
      const silent = () => undefined
      const server = await serve((socket, { onConnection, overall }) =>
        overall < 2 ? onceThen(closes)(socket, { onConnection, overall }, '') : silent(),
      )
      const plan = planOf(server.url, 2, { transport, maxConcurrency: 1, requestTimeoutS: 0.5 })
      const [, second] = await recordsOf(plan)
      expect(second).toMatchObject({ error: { code: 'timeout' }, resent: true })
    })
  })
})
