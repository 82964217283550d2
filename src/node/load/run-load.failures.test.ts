import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestError } from '#core/records/request-record.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import {
  serveScript,
  startStream,
  streamPieces,
  type Script,
} from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

async function errorsOf(url: string, changes: Partial<LoadPlan> = {}) {
  const { records } = await runAndListen(runLoad, planOf(url, 3, { maxConcurrency: 2, ...changes }))
  expect(records).toHaveLength(3)
  return records.map(({ error }) => error)
}

/** Answers, if at all, with bytes rather than HTTP. */
async function serveBytes(onRequest: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onRequest(socket))
  })
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/completions`),
    )
  })
}

const answers: readonly (readonly [what: string, script: Script, error: Partial<RequestError>])[] =
  [
    [
      'an HTTP error, with the words of the server',
      (_request, response) => {
        response.writeHead(503, 'Too Busy', { 'content-type': 'application/json' })
        response.end('{"error":"full"}')
      },
      { code: 'http-status', status: 503, message: 'HTTP 503 Too Busy', body: '{"error":"full"}' },
    ],
    [
      'a redirect, with where to',
      (_request, response) => {
        response.writeHead(307, { location: '/elsewhere' }).end()
      },
      {
        code: 'http-status',
        status: 307,
        message: 'HTTP 307 Temporary Redirect; it points to /elsewhere',
      },
    ],
    [
      'a web page',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>')
      },
      { code: 'not-a-stream', status: 200, body: '<h1>hello</h1>' },
    ],
    [
      'one JSON document',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}')
      },
      { code: 'not-a-stream', body: '{"choices":[]}' },
    ],
    [
      'an event that is not JSON',
      (_request, response) => streamPieces(response, [sse.token('a'), 'data: oops\n\n', sse.done]),
      { code: 'bad-event', body: 'oops' },
    ],
    [
      'an error in the stream',
      (_request, response) =>
        streamPieces(response, [
          sse.token('a'),
          sse.event({ error: { message: 'boom' } }),
          sse.done,
        ]),
      { code: 'server-error-event', message: 'boom', body: '{"error":{"message":"boom"}}' },
    ],
    [
      'a stream that ends too early',
      (_request, response) => streamPieces(response, [sse.token('a'), sse.token('b')]),
      { code: 'truncated', status: 200 },
    ],
    [
      'a stream that ends in half an event',
      (_request, response) => streamPieces(response, [sse.token('a'), 'data: {"choices":[{"te']),
      { code: 'truncated' },
    ],
    [
      'a stream that is cut',
      (_request, response) => {
        startStream(response)
        response.write(sse.token('a'), () => response.socket?.end())
      },
      { code: 'truncated' },
    ],
    [
      'a stream that is reset',
      (_request, response) => {
        startStream(response)
        response.write(sse.token('a'), () => response.socket?.resetAndDestroy())
      },
      { code: 'truncated' },
    ],
    [
      'a stream without a token',
      (_request, response) => streamPieces(response, [sse.usage(3, 0), sse.done]),
      { code: 'no-token' },
    ],
    [
      'a reset before any answer',
      (_request, response) => {
        response.socket?.resetAndDestroy()
      },
      { code: 'reset', status: null },
    ],
    [
      'a closed connection before any answer',
      (_request, response) => {
        response.socket?.end()
      },
      { code: 'reset', status: null },
    ],
  ]

describe.each(['native', 'undici'] as const)('over transport %s', (transport) => {
  describe('recording failures', () => {
    it.each(answers)('records %s', async (_what, script, error) => {
      const server = await serveScript(script)
      for (const seen of await errorsOf(server.url, { transport }))
        expect(seen).toMatchObject(error)
    })

    it('keeps no more than a few kilobytes of an answer', async () => {
      const server = await serveScript((_request, response) => {
        response.writeHead(500).end('x'.repeat(100_000))
      })
      for (const error of await errorsOf(server.url, { transport }))
        expect(error?.body).toBe('x'.repeat(4096))
    })

    it('records that nothing listens', async () => {
      const url = await serveBytes((socket) => socket.destroy())
      const closedPort = url.replace('127.0.0.1', '127.0.0.2').replace(/:\d+/, ':1')
      for (const error of await errorsOf(closedPort, { transport }))
        expect(error?.code).toBe('refused')
    })

    it('records a name that cannot be resolved', async () => {
      for (const error of await errorsOf('http://no-such-host.invalid/v1/completions', {
        transport,
      })) {
        expect(error?.code).toBe('dns')
      }
    })

    it('records an answer that is not HTTP', async () => {
      const url = await serveBytes((socket) => socket.end('hello\n'))
      for (const error of await errorsOf(url, { transport })) {
        expect(error?.message).toBe(
          'The response is not valid HTTP/1.1: it begins with "hello\\n".',
        )
      }
    })

    it('records that an answer took too long, and keeps what came', async () => {
      const server = await serveScript((_request, response) => {
        startStream(response)
        response.write(sse.token('a'))
      })
      const plan = planOf(server.url, 2, { transport, requestTimeoutS: 0.2 })
      const { records } = await runAndListen(runLoad, plan)
      for (const { error, generatedText, firstTokenAtUs, endedAtUs } of records) {
        expect(error).toMatchObject({
          code: 'timeout',
          message: 'No complete answer within 0.2 s.',
        })
        expect(generatedText).toBe('a')
        expect(endedAtUs).toBeGreaterThan(firstTokenAtUs ?? Infinity)
      }
    })

    it('counts an answer as good once the server said it is done', async () => {
      const server = await serveScript((_request, response) => {
        startStream(response)
        response.write(sse.whole, () => response.socket?.resetAndDestroy())
      })
      expect(await errorsOf(server.url, { transport })).toEqual([null, null, null])
    })

    it.each([
      [{ 'X-Bad': 'a\nb' }, 'The header X-Bad contains characters that a header cannot.'],
      [{ 'X Bad': 'a' }, 'The header X Bad contains characters that a header cannot.'],
      [{ 'Content-Length': '3' }, 'The header Content-Length is set for every request'],
    ])('refuses %j before anything is sent', async (headers, message) => {
      const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
      const running = runAndListen(runLoad, planOf(server.url, 5, { transport, headers }))
      await expect(running).rejects.toThrow(message)
      expect(server.requests).toEqual([])
    })
  })

  describe('secure connections', () => {
    const script: Script = (_request, response) => streamPieces(response, [sse.whole])

    it('are refused without a trusted certificate', async () => {
      const server = await serveScript(script, { tls: true })
      for (const error of await errorsOf(server.url, { transport })) expect(error?.code).toBe('tls')
    })

    it('are measured alike when verification is skipped', async () => {
      const server = await serveScript(script, { tls: true })
      expect(await errorsOf(server.url, { transport, insecure: true })).toEqual([null, null, null])
    })

    it('are recorded as failed when the server speaks none', async () => {
      const server = await serveScript(script)
      for (const error of await errorsOf(server.url.replace('http:', 'https:'), { transport })) {
        expect(error?.code).toBe('tls')
      }
    })
  })
})
