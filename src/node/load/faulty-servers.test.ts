// Servers that do all that can be done wrong: every request becomes a record that says what, and nothing is left open.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestError } from '#core/records/request-record.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import { sse } from './sse.test-support.ts'
import {
  answered,
  chunk,
  serveWire,
  streamed,
  streamHead,
  type Wire,
  type WireServer,
} from './connections/wire-server.test-support.ts'

/** For servers that would go on for ever. */
const limits = { requestTimeoutS: 1, stallTimeoutS: 0.3 }
/** For answers that come to an end by themselves, on a machine as slow as can be. */
const patience = { requestTimeoutS: 25, stallTimeoutS: 25 }

/** Runs against it, and ensures that no connection outlives the run. */
async function recordsFrom(server: WireServer, changes: Partial<LoadPlan>, requests = 3) {
  const plan = planOf(server.url, requests, { maxConcurrency: 2, ...changes })
  const { records } = await runAndListen(runLoad, plan)
  expect(records).toHaveLength(requests)
  await expect.poll(server.connected).toBe(0)
  return records
}

const says =
  (...pieces: readonly (string | Uint8Array)[]): Wire =>
  (socket) =>
    socket.write(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))

const drips: Wire = (socket) => {
  let sent = 0
  const timer = setInterval(() => socket.write(streamHead[sent++] ?? ''), 50)
  socket.on('close', () => clearInterval(timer))
}

const page = '<html><body>502 from a proxy</body></html>'

type Fault = readonly [what: string, wire: Wire, error: Partial<RequestError>]

/** What never ends by itself. */
const silences: readonly Fault[] = [
  [
    'never answers',
    () => undefined,
    { code: 'timeout', message: 'No complete answer within 1 s.' },
  ],
  ['sends its head byte by byte, and slowly', drips, { code: 'timeout', status: null }],
  ['sends half a head', says('HTTP/1.1 200 OK\r\ncontent-ty'), { code: 'timeout' }],
  ['goes silent before its first token', says(streamHead), { code: 'timeout' }],
  [
    'goes silent after its first token',
    says(streamHead, chunk(sse.token('a'))),
    { code: 'stalled', message: 'The answer had begun, and then nothing came for 0.3 s.' },
  ],
  [
    'only pings after its first token',
    (socket) => {
      socket.write(Buffer.concat([Buffer.from(streamHead), chunk(sse.token('a'))]))
      const timer = setInterval(() => socket.write(chunk(': ping\n\n')), 50)
      socket.on('close', () => clearInterval(timer))
    },
    { code: 'stalled' },
  ],
  [
    'refuses, and never ends its reason',
    says('HTTP/1.1 500 Oops\r\ncontent-length: 999\r\n\r\nbecause'),
    { code: 'http-status', status: 500, body: 'because' },
  ],
]

const malformedBy = (fault: string) => ({
  code: 'malformed' as const,
  message: `The response is not valid HTTP/1.1: ${fault}.`,
})

const compressedAs = (header: string) => ({
  code: 'compressed' as const,
  message: expect.stringContaining(`The response is compressed (${header}), which`) as string,
})

const faults: readonly Fault[] = [
  ['resets', (socket) => socket.resetAndDestroy(), { code: 'reset', status: null }],
  ['closes without a word', (socket) => socket.end(), { code: 'reset', status: null }],
  [
    'sends a head without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      for (let i = 0; i < 3000; i++) socket.write(`x-${i}: ${'y'.repeat(50)}\r\n`)
    },
    { code: 'malformed', message: expect.stringContaining('longer than 64 KiB') as string },
  ],
  [
    'closes after its head',
    (socket) => socket.end(streamHead),
    {
      code: 'truncated',
      message: 'The server closed the connection in the middle of its response.',
      status: 200,
    },
  ],
  [
    'resets in the middle of its stream',
    (socket) =>
      socket.write(Buffer.concat([Buffer.from(streamHead), chunk(sse.token('a'))]), () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    {
      code: 'truncated',
      message: 'The connection broke in the middle of the response (ECONNRESET).',
    },
  ],
  [
    'closes in the middle of a chunk',
    (socket) => socket.end(`${streamHead}ff\r\n${sse.token('a').slice(0, 40)}`),
    { code: 'truncated', status: 200 },
  ],
  [
    'names a chunk size that is none',
    says(streamHead, chunk(sse.token('a')), 'zz\r\n'),
    malformedBy('a chunk begins with "zz\\r\\n" instead of its size in hexadecimal digits'),
  ],
  [
    'sends a chunk without a size',
    says(streamHead, chunk(sse.token('a')), `\r\n${sse.token('b')}`),
    malformedBy('a chunk begins with "\\r\\n" instead of its size in hexadecimal digits'),
  ],
  [
    'sends a stream without chunks that it announced',
    says(streamHead, sse.whole),
    malformedBy(
      'a chunk begins with "data: {\\"id\\":\\"cmpl-1\\",\\"object\\":\\"t" instead of its size in hexadecimal digits',
    ),
  ],
  [
    'names a chunk size beyond all numbers',
    says(streamHead, 'f'.repeat(40)),
    malformedBy(`a chunk begins with "${'f'.repeat(32)}" instead of at most 12 digits`),
  ],
  [
    'sends more than the size of a chunk',
    says(streamHead, '3\r\ndata: {}\n\n\r\n'),
    malformedBy('a chunk is longer than its size: "a: {}\\n" follows its end'),
  ],
  [
    'names two lengths',
    says('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'),
    malformedBy('its content-length is 5, 6'),
  ],
  [
    'ends before its content-length',
    (socket) => socket.end(answered('200 OK', sse.whole).slice(0, -30)),
    {
      code: 'truncated',
      message: 'The server closed the connection in the middle of its response.',
    },
  ],
  [
    'ends its stream without a closing message',
    says(streamed(sse.token('a'))),
    {
      code: 'truncated',
      message: 'The stream ended without its closing message, such as [DONE] or a finish reason.',
    },
  ],
  [
    'streams lines of JSON',
    says(
      streamed(
        `${sse
          .token('a')
          .replace(/^data: /, '')
          .trim()}\n`,
      ),
    ),
    {
      code: 'truncated',
      message:
        'The stream ended without a token and without its closing message. Check that the server sends events, lines that begin with "data:", not lines of JSON.',
    },
  ],
  [
    'sends an empty stream',
    says(streamed()),
    { code: 'truncated', message: 'The response has status 200 and no content.' },
  ],
  [
    'compresses its stream',
    says(
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\n',
      'transfer-encoding: chunked\r\n\r\n',
      chunk(gzipSync(sse.whole)),
      '0\r\n\r\n',
    ),
    compressedAs('content-encoding: gzip'),
  ],
  [
    'compresses while it transfers',
    says(
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: gzip, chunked\r\n\r\n',
      chunk(gzipSync(sse.whole)),
      '0\r\n\r\n',
    ),
    compressedAs('transfer-encoding: gzip, chunked'),
  ],
  [
    'compresses its refusal',
    says(
      'HTTP/1.1 503 Busy\r\ncontent-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n',
      chunk(gzipSync('loading')),
      '0\r\n\r\n',
    ),
    { code: 'http-status', message: 'HTTP 503 Busy', body: null },
  ],
  [
    'begins with a frame of HTTP/2',
    says(Uint8Array.of(0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0)),
    malformedBy(
      'it is a frame of HTTP/2; let the server or its proxy speak HTTP/1.1, or use --transport undici-h2',
    ),
  ],
  [
    'sends an alert of TLS',
    says(Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)),
    malformedBy('it is a record of TLS; use https://'),
  ],
  [
    'sends an event that is not JSON',
    says(streamed('data: {oops\n\n')),
    { code: 'bad-event', body: '{oops' },
  ],
  [
    'sends an event that is not UTF-8',
    says(streamed('data: {"cho', Uint8Array.of(0xff, 0xfe, 0x22, 0xc3), '\n\n')),
    { code: 'bad-event', body: '{"cho��"�' },
  ],
  [
    'sends an event of 300,000 empty lines',
    says(streamed('data\n'.repeat(3e5), '\n')),
    { code: 'bad-event', body: '\n'.repeat(4096) },
  ],
  [
    'sends a web page',
    says(answered('200 OK', page, ['content-type: text/html'])),
    { code: 'not-a-stream', status: 200, body: page },
  ],
  [
    'tells of an error in the stream',
    says(streamed(sse.token('a'), sse.event({ error: { message: 'CUDA out of memory' } }))),
    { code: 'server-error-event', message: 'CUDA out of memory' },
  ],
  [
    'names an event an error',
    says(streamed(sse.token('a'), 'event: error\ndata: {"detail":"worker died"}\n\n')),
    { code: 'server-error-event', message: 'worker died' },
  ],
  [
    'names an event an error, in plain words',
    says(streamed(sse.token('a'), 'event:error\r\ndata: worker died\r\n\r\n', sse.token('b'))),
    { code: 'server-error-event', message: 'worker died' },
  ],
  [
    'tells of it at length',
    says(streamed(sse.event({ error: { message: 'x'.repeat(1e6) } }))),
    { code: 'server-error-event', message: 'x'.repeat(500) },
  ],
  [
    'has had enough',
    says(answered('429 Too Many Requests', '{"detail":"slow down"}', ['retry-after: 7'])),
    {
      code: 'http-status',
      status: 429,
      message: 'HTTP 429 Too Many Requests; it asks to wait 7 s',
      body: '{"detail":"slow down"}',
    },
  ],
  [
    'is not there yet',
    says(answered('503 Service Unavailable', 'loading')),
    { code: 'http-status', status: 503, body: 'loading' },
  ],
  [
    'points elsewhere',
    says(answered('302 Found', '', ['location: http://127.0.0.1:1/'])),
    { code: 'http-status', message: 'HTTP 302 Found; it points to http://127.0.0.1:1/' },
  ],
  [
    'answers in another protocol',
    says('220 mail.example ESMTP\r\n'),
    malformedBy('it begins with "220 mail.example ESMTP\\r\\n"'),
  ],
  [
    'answers in what is no text',
    says(Uint8Array.of(0xff, 0, 7, 10, 65)),
    malformedBy('it begins with "\\xff\\u0000\\u0007\\n"'),
  ],
  ['wants another protocol', says('HTTP/1.1 101 Switching\r\n\r\n'), { code: 'malformed' }],
  ['says it is done but said nothing', says(streamed(sse.done)), { code: 'no-token' }],
]

const three = { promptTokens: 7, outputTokens: 3, error: null }

/** Odd, but all that was said can be understood. */
const oddities: readonly (readonly [what: string, answer: Buffer, record: object])[] = [
  ['writes data: without a space', streamed(sse.whole.replaceAll('data: ', 'data:')), three],
  ['ends lines with CRLF', streamed(sse.whole.replaceAll('\n', '\r\n')), three],
  [
    'writes comments and pings between events and within',
    streamed(': hello\n\n', sse.whole.replaceAll('data:', ': ping\nevent: x\ndata:'), ': bye\n\n'),
    three,
  ],
  [
    'sends text that is not UTF-8',
    streamed('data: {"choices":[{"text":"a', Uint8Array.of(0xff), 'b"}]}\n\n', sse.done),
    { generatedText: 'a�b', error: null },
  ],
  [
    'sends an event of ten megabytes',
    streamed(sse.token('word '.repeat(2e6)), sse.done),
    { interTokenLatenciesUs: new Uint32Array(0), generatedText: 'word '.repeat(2e6), error: null },
  ],
  [
    'sends a hundred thousand events at once',
    streamed(sse.token('x').repeat(1e5), sse.done),
    { generatedText: 'x'.repeat(1e5), error: null },
  ],
  ['counts twice', streamed(sse.token('a'), sse.usage(1, 1), sse.usage(7, 3), sse.done), three],
  [
    'never counts',
    streamed(sse.token('a'), sse.done),
    { promptTokens: 5, outputTokens: null, error: null },
  ],
  [
    'says more than its content-length',
    Buffer.from(`${answered('200 OK', sse.whole)}and more`),
    three,
  ],
  ['goes on after it is done', streamed(sse.whole, 'data: {oops'), three],
]

for (const { transport, tags } of [
  { transport: 'native', tags: [] },
  { transport: 'undici', tags: ['nightly'] },
] as const) {
  describe(`over transport ${transport}`, { tags: [...tags] }, () => measures(transport))
}

function measures(transport: 'native' | 'undici'): void {
  it.each([
    ...silences.map((silence) => [...silence, limits] as const),
    ...faults.map((fault) => [...fault, patience] as const),
  ])('a server that %s', async (_what, wire, error, times) => {
    for (const record of await recordsFrom(await serveWire(wire), { ...times, transport })) {
      expect(record.error).toMatchObject(error)
      expect(record.error?.body?.length ?? 0).toBeLessThanOrEqual(4096)
    }
  })

  it('a server that never stops talking', { timeout: 150_000 }, async () => {
    const event = chunk(sse.token('x'.repeat(1e6)))
    const server = await serveWire((socket) => {
      socket.write(streamHead)
      const write = () => {
        while (socket.writable && socket.write(event)) continue
      }
      socket.on('drain', write)
      write()
    })
    // On a busy machine it takes longer than `patience` to reach the size limit.
    const times = { requestTimeoutS: 120, stallTimeoutS: 120 }
    const [record] = await recordsFrom(server, { ...times, transport, keepText: false }, 1)
    expect(record?.error).toMatchObject({ code: 'too-large', status: 200 })
  })

  it.each(oddities)('a server that %s', async (_what, answer, expected) => {
    for (const record of await recordsFrom(await serveWire(says(answer)), {
      ...patience,
      transport,
    })) {
      expect(record).toMatchObject(expected)
    }
  })

  it('a server that is done but does not hang up', async () => {
    const server = await serveWire(says(streamHead, chunk(sse.whole)))
    for (const record of await recordsFrom(server, { ...limits, transport }))
      expect(record).toMatchObject(three)
  })
}
