import { inEnglish } from '#core/messages/message.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResponseParser } from './response-parser.ts'
import { amidOthers, encodeUtf8, splitAt } from './utf8.test-support.ts'

function decodeLatin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

function parse(pieces: readonly Uint8Array[], { closed = false } = {}) {
  const seen = { status: 0, reason: '', type: null as string | null, body: '', ended: 0 }
  const parser = new ResponseParser(
    {
      onHead: (head) => {
        seen.status = head.status
        seen.reason = head.reason
        seen.type = head.header('content-type')
      },
      onBody: (bytes, start, end) => {
        seen.body += decodeLatin1(bytes, start, end)
      },
      onChunks: (start) => start,
      onEnd: () => {
        seen.ended++
      },
    },
    decodeLatin1,
  )
  for (const piece of pieces) parser.push(...amidOthers(piece))
  const complete = closed ? parser.close() : null
  return { ...seen, fault: parser.fault, reusable: parser.reusable, complete }
}

const parseText = (text: string, options = {}) => parse([encodeUtf8(text)], options)

const whole = { status: 200, ended: 1, fault: null }

const ok = 'HTTP/1.1 200 OK\r\n'
/** With it, a body in chunks follows. */
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

const responses: readonly (readonly [what: string, text: string, seen: object])[] = [
  ['of a known length', `${ok}Content-Length: 5\r\n\r\nhello`, { body: 'hello', reusable: true }],
  ['with an empty body', `${ok}content-length: 0\r\n\r\n`, { body: '', reusable: true }],
  [
    'in chunks',
    `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n00A\r\n, world: a\r\n0\r\n\r\n`,
    { body: 'hello, world: a', reusable: true },
  ],
  [
    'in chunks with extensions and trailers',
    `${ok}transfer-encoding: gzip, chunked\r\n\r\n2;a="b"\r\nhi\r\n0 \r\nx: y\r\nz: 1\r\n\r\n`,
    { body: 'hi', reusable: true },
  ],
  [
    'with line feeds alone',
    'HTTP/1.1 200 OK\ntransfer-encoding: chunked\n\n2\nhi\n0\n\n',
    { body: 'hi', reusable: true },
  ],
  [
    'after interim ones',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}content-length: 1\r\n\r\na`,
    { body: 'a', reusable: true },
  ],
  [
    'that closes',
    `${ok}Connection: x, Close\r\ncontent-length: 1\r\n\r\na`,
    { body: 'a', reusable: false },
  ],
  ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na', { body: 'a', reusable: false }],
  ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '', reusable: true }],
  ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 1\r\n\r\na', { reason: '', body: 'a' }],
  [
    'whose length is said twice',
    `${ok}content-length: 1\r\nContent-Length: 1\r\n\r\na`,
    { body: 'a', reusable: true },
  ],
  [
    'that goes on after its end',
    `${ok}content-length: 1\r\n\r\nab`,
    { body: 'a', reusable: false },
  ],
  [
    'with its type',
    `${ok}X-Content-Type: no\r\ncontent-TYPE:  text/event-stream \r\ncontent-length: 0\r\n\r\n`,
    { type: 'text/event-stream' },
  ],
]

const faulty: readonly (readonly [text: string, fault: RegExp])[] = [
  ['hello\n\n', /^it begins with "hello\\n"$/],
  ['hello', /^it begins with "hello"$/],
  ['HTTP/2 200\r\n\r\n', /^it begins with "HTTP\/2 200\\r\\n"$/],
  ['HTTP/1.1 2000 OK\r\n\r\n', /^it begins with "HTTP\/1.1 2000 OK/],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', /change the protocol/],
  [`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, /content-length is 1, 2/],
  [`${ok}content-length: -1\r\n\r\n`, /content-length is -1/],
  [`${chunked}xyz`, /begins with "xyz" instead of its size/],
  [`${chunked}5x`, /begins with "5x" instead of its size/],
  [`${chunked}1234567890abc`, /instead of at most 12 digits/],
  [`${chunked}1\r\nab`, /longer than its size/],
  [`${ok}x: ${'y'.repeat(70_000)}`, /longer than 64 KiB/],
]

describe('reading HTTP/1.1 responses', () => {
  it.each(responses)('reads one %s', (_what, text, seen) => {
    expect(parseText(text)).toMatchObject({ ...whole, ...seen })
  })

  it.each(responses)('reads one %s the same however it is split', (_what, text) => {
    const bytes = encodeUtf8(text)
    const expected = parse([bytes])
    expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
    for (let at = 0; at <= bytes.length; at++) expect(parse(splitAt(bytes, [at]))).toEqual(expected)
  })

  it.each(faulty)('refuses %j', (text, fault) => {
    const seen = parseText(text)
    expect(inEnglish(seen.fault ?? '')).toMatch(fault)
    expect(seen.reusable).toBe(false)
  })

  it('takes the end of the connection for the end of a body without a length', () => {
    const text = `${ok}\r\nall of it`
    expect(parseText(text)).toMatchObject({ ended: 0, body: 'all of it' })
    expect(parseText(text, { closed: true })).toMatchObject({
      ended: 1,
      complete: true,
      reusable: false,
    })
  })

  it.each(['HTTP/1.1 200', `${ok}content-length: 2\r\n\r\na`, `${chunked}1\r\na\r\n`])(
    'knows that %j is not all',
    (text) => {
      expect(parseText(text, { closed: true })).toMatchObject({ ended: 0, complete: false })
    },
  )

  it('reads any body, however it is cut into chunks and reads', () => {
    const chunks = fc.array(fc.stringMatching(/^[ -~]{1,40}$/), { maxLength: 8 })
    const cuts = fc.array(fc.nat({ max: 500 }), { maxLength: 10 })
    fc.assert(
      fc.property(chunks, cuts, (bodies, at) => {
        const framed = bodies.map((body) => `${body.length.toString(16)}\r\n${body}\r\n`)
        const message = encodeUtf8(`${chunked}${framed.join('')}0\r\n\r\n`)
        const seen = parse(splitAt(message, at))
        expect(seen).toMatchObject({ body: bodies.join(''), ended: 1, reusable: true })
      }),
    )
  })

  it('survives any bytes', () => {
    const start = fc.constantFrom('', chunked)
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (text, bytes) => {
        expect(parse([encodeUtf8(text), bytes], { closed: true }).ended).toBeLessThan(2)
      }),
    )
  })

  it('reads the next response after a reset', () => {
    const text = encodeUtf8(`${ok}content-length: 1\r\n\r\na`)
    let bodies = ''
    const parser = new ResponseParser(
      {
        onHead: () => undefined,
        onBody: (bytes, start, end) => {
          bodies += decodeLatin1(bytes, start, end)
        },
        onChunks: (start) => start,
        onEnd: () => undefined,
      },
      decodeLatin1,
    )
    for (let i = 0; i < 3; i++) {
      parser.reset()
      parser.push(text, 0, text.length)
      expect(parser.reusable).toBe(true)
    }
    expect(bodies).toBe('aaa')
  })
})

describe('responses one after the other', () => {
  const heads = [
    `${ok}content-type: a\r\ncontent-length: 2\r\n\r\n`,
    `${ok}content-type: b\r\ncontent-length: 2\r\n\r\n`,
    `${ok}content-type: a\r\ncontent-length: 2\r\nx: y\r\n\r\n`,
    'HTTP/1.1 503 Busy\r\ncontent-length: 2\r\nconnection: close\r\n\r\n',
  ]

  it('are each read as if it were the first, whether its head came before or not', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...heads), { maxLength: 40 }), fc.nat(), (all, cut) => {
        const seen: string[] = []
        const parser = new ResponseParser(
          {
            onHead: (head) => seen.push(`${head.status} ${head.header('content-type')}`),
            onBody: (bytes, start, end) => seen.push(decodeLatin1(bytes, start, end)),
            onChunks: (start) => start,
            onEnd: () => seen.push(String(parser.reusable)),
          },
          decodeLatin1,
        )
        for (const head of all) {
          parser.reset()
          const text = encodeUtf8(`${head}hi`)
          const at = cut % head.length
          for (const piece of [text.subarray(0, at), text.subarray(at)]) {
            parser.push(...amidOthers(piece))
          }
        }
        const expected = all.flatMap((head) => {
          const { status, type, body, reusable } = parseText(`${head}hi`)
          return [`${status} ${type}`, body, String(reusable)]
        })
        expect(seen).toEqual(expected)
      }),
    )
  })
})
