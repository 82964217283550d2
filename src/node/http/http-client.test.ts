import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { connect, createServer as createPlainServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deadUrl } from '#node/experiment/http-server.test-support.ts'
import { startProxy } from '#node/load/connections/proxy.test-support.ts'
import { serveScript } from '#node/load/scripted-server.test-support.ts'
import { exchange, HttpClient } from './http-client.ts'
import { largestAnswerBytes } from './http-failure.ts'
import { listenUntilFinished } from './listen.test-support.ts'

afterEach(() => vi.unstubAllEnvs())

async function listening(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listenUntilFinished(server)}`
}

/** Answers every connection with the same bytes and closes it. */
function saying(bytes: string | Buffer): Promise<string> {
  return listening(
    createPlainServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(bytes))
    }),
  )
}

function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => server.closeAllConnections())
  return listening(server)
}

function accessTo(baseUrl: string, headers: Record<string, string> = {}) {
  return { baseUrl, headers, insecure: false }
}

function clientOf(baseUrl: string, options?: ConstructorParameters<typeof HttpClient>[1]) {
  const client = new HttpClient(accessTo(baseUrl), options)
  onTestFinished(() => client.close())
  return client
}

test('a server of HTTP/2 alone is queried over HTTP/2 if the load uses it', async () => {
  const server = createHttp2Server((request, response) => {
    response.writeHead(200, { 'content-type': 'text/x' })
    response.end(`${request.httpVersion} ${request.url} ${String(request.headers['x-a'])}`)
  })
  const access = accessTo(await listening(server), { 'x-a': 'b', Connection: 'close' })
  const answer = await exchange('GET', '/v1/models', { access: { ...access, http2: true } })
  expect(answer).toMatchObject({ status: 200, contentType: 'text/x', body: '2.0 /v1/models b' })
  await expect(exchange('GET', '/v1/models', { access })).rejects.toThrow('--transport undici-h2')
})

test('a question carries path, headers and body', async () => {
  const baseUrl = await serving((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request
      response.writeHead(418, { 'content-type': 'text/x; a=b' })
      response.end(JSON.stringify([method, url, headers['x-a'], headers['content-length'], body]))
    })
  })
  const access = accessTo(`${baseUrl}/below`, { 'x-a': 'ä', Connection: 'close' })
  const body = Buffer.from('hello')
  expect(await exchange('POST', '/path?q=1', { access, body })).toEqual({
    status: 418,
    contentType: 'text/x; a=b',
    location: null,
    body: JSON.stringify(['POST', '/below/path?q=1', 'ä', '5', 'hello']),
  })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('an answer compressed with %s without a request for it is unpacked', async (coding, pack) => {
  const baseUrl = await serving((_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(pack('{"data": []}')),
  )
  expect(await clientOf(baseUrl).ask('GET', '/')).toMatchObject({ body: '{"data": []}' })
})

test('a broken or unknown compression leaves the answer as it is', async () => {
  const baseUrl = await serving((request, response) =>
    response.writeHead(200, { 'content-encoding': request.url?.slice(1) ?? '' }).end('plain'),
  )
  for (const coding of ['gzip', 'compress'])
    expect(await clientOf(baseUrl).ask('GET', `/${coding}`)).toMatchObject({ body: 'plain' })
})

test('one question after the other shares one connection', async () => {
  let opened = 0
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.end('1')),
  )
  server.on('connection', () => opened++)
  const client = clientOf(await listening(server))
  for (let i = 0; i < 5; i++) expect(await client.ask('GET', '/')).toMatchObject({ body: '1' })
  expect(opened).toBe(1)
})

test('a question that meets a connection that was just closed is asked again', async () => {
  let answered = 0
  const server = createServer((request, response) => {
    // The first connection is answered once, and its second request is met by its end.
    if (answered++ === 1) return void request.socket.destroy()
    response.end('1')
  })
  const client = clientOf(await listening(server))
  expect(await client.ask('GET', '/')).toMatchObject({ body: '1' })
  expect(await client.ask('GET', '/')).toMatchObject({ body: '1' })
  expect(answered).toBe(3)
})

test('a stream that leads to the server takes the place of its address', async () => {
  const baseUrl = await serving((request, response) => response.end(request.headers.host))
  const port = Number(new URL(baseUrl).port)
  const openStream = () => Promise.resolve(connect(port, '127.0.0.1'))
  const client = clientOf('http://gpu.example:8000', { openStream })
  expect(await client.ask('GET', '/')).toMatchObject({ status: 200, body: 'gpu.example:8000' })
  const refusal = new Error('no way there')
  const none = clientOf('http://gpu.example:8000', { openStream: () => Promise.reject(refusal) })
  await expect(none.ask('GET', '/')).rejects.toBe(refusal)
})

describe('a server that fails', () => {
  test.each([
    ['hello\n', 'The response is not valid HTTP/1.1: it begins with "hello\\n".'],
    [Buffer.from([0x15, 3, 1, 0, 2, 2, 70]), 'it is a record of TLS; use https://.'],
    ['', 'closed by the server'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort', 'closed by the server'],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 'its head is longer than 64 KiB'],
  ])('by %j is explained as for load', async (bytes, words) => {
    await expect(clientOf(await saying(bytes)).ask('GET', '/')).rejects.toThrow(words)
  })

  test('where nothing listens', async () => {
    await expect(clientOf(await deadUrl()).ask('GET', '/')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  })

  test('by an answer without end is not read to its end', async () => {
    const piece = Buffer.alloc(2 ** 20)
    const baseUrl = await serving((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', write)
      write()
    })
    await expect(clientOf(baseUrl).ask('GET', '/')).rejects.toThrow(
      `The answer is longer than ${largestAnswerBytes / 2 ** 20} MiB; the rest of it was not read.`,
    )
  })

  test.each([
    ['before its head', ''],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'],
  ])('by silence %s is not waited for', async (_where, bytes) => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(bytes))
    })
    const asking = clientOf(await listening(server), { timeoutMs: 50 }).ask('GET', '/')
    await expect(asking).rejects.toMatchObject({ code: 'ABORT_ERR' })
    const connections = () => new Promise((resolve) => server.getConnections((_e, n) => resolve(n)))
    await expect.poll(connections).toBe(0)
  })
})

describe('by a proxy', () => {
  async function start(scheme: 'http' | 'https', refuses = false) {
    const server = await serveScript((_request, response) => void response.end('hello'), {
      tls: scheme === 'https',
    })
    const proxy = await startProxy(Number(new URL(server.url).port), { refuses })
    vi.stubEnv(`${scheme}_proxy`, proxy.url)
    vi.stubEnv('no_proxy', '')
    const access = { baseUrl: `${scheme}://llm.example:8000`, headers: {}, insecure: true }
    return { server, proxy, access }
  }

  test.each([
    ['http', 'GET http://llm.example:8000/version'],
    ['https', 'CONNECT llm.example:8000'],
  ] as const)('a server of %s is asked', async (scheme, line) => {
    const { server, proxy, access } = await start(scheme)
    expect(await exchange('GET', '/version', { access })).toMatchObject({ body: 'hello' })
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(proxy.asked).toMatchObject([{ line, authorization }])
    expect(server.requests).toMatchObject([{ url: '/version' }])
    expect(server.requests[0]?.headers.host).toBe('llm.example:8000')
  })

  test('a certificate that is not trusted is refused', async () => {
    const { access } = await start('https')
    const asking = exchange('GET', '/', { access: { ...access, insecure: false } })
    await expect(asking).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('its refusal is reported', async () => {
    const plain = await start('http', true)
    expect(await exchange('GET', '/', plain)).toMatchObject({ status: 407 })
    const secure = await start('https', true)
    await expect(exchange('GET', '/', secure)).rejects.toThrow(
      'The proxy refused the connection to the server: HTTP 407 Proxy Authentication Required.',
    )
  })

  test.each(['http', 'https'])('a missing one is reported for %s', async (scheme) => {
    vi.stubEnv(`${scheme}_proxy`, 'http://127.0.0.1:9')
    const access = accessTo(`${scheme}://llm.example`)
    await expect(exchange('GET', '/', { access })).rejects.toThrow(
      'The proxy 127.0.0.1:9 cannot be reached (ECONNREFUSED).',
    )
  })
})
