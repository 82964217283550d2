import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseScanner, type SseListener } from './sse-scanner.ts'
import { amidOthers, decodeUtf8, encodeUtf8, splitAt } from './utf8.test-support.ts'

function scan(
  pieces: readonly Uint8Array[],
  recognise: SseListener['recognise'] = () => -1,
  onParsed: (data: string) => unknown = () => undefined,
): string[] {
  const events: string[] = []
  let recognised: string | null = null
  const scanner = new SseScanner({
    onData: (bytes, start, end) => {
      const data = decodeUtf8(bytes, start, end)
      onParsed(data)
      events.push(data)
    },
    recognise: (bytes, start, limit) => {
      const end = recognise(bytes, start, limit)
      recognised = end === -1 ? null : decodeUtf8(bytes, start, end)
      return end
    },
    onRecognised: () => {
      if (recognised !== null) events.push(recognised)
    },
  })
  for (const piece of pieces) scanner.push(...amidOthers(piece))
  scanner.end()
  return events
}

const streams: readonly (readonly [what: string, stream: string, events: readonly string[]])[] = [
  ['one event', 'data: a\n\n', ['a']],
  ['no space after the colon', 'data:a\n\n', ['a']],
  ['only the first space is dropped', 'data:  a \n\n', [' a ']],
  ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['CR alone', 'data: a\r\rdata: b\r\r', ['a', 'b']],
  ['endings mixed', 'data: a\r\n\ndata: b\n\r\ndata: c\r\n\r', ['a', 'b', 'c']],
  ['several data lines', 'data: a\ndata: b\ndata: c\n\n', ['a\nb\nc']],
  ['data without a colon is an empty line', 'data\n\n', ['']],
  ['an empty data line', 'data:\n\n', ['']],
  ['comments', ': ping\n\ndata: a\n: ping\n\n:\n\n', ['a']],
  ['other fields', 'event: x\nid: 1\nretry: 5\ndata: a\n\ndatabase: b\n\n', ['a']],
  [
    'named events',
    'event: x\ndata: a\n\nevent: y\r\ndata: b\r\n\r\nevent\ndata: c\n\n',
    ['a', 'b', 'c'],
  ],
  ['blank lines between', '\n\n\ndata: a\n\n\n\n\ndata: b\n\n', ['a', 'b']],
  ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
  ['no byte order mark later', 'data: a\n\n\uFEFFdata: b\n\n', ['a']],
  ['nothing', '', []],
  ['a last event without its blank line', 'data: a\n\ndata: b\n', ['a', 'b']],
  ['a last event without any ending', 'data: a\n\ndata: b', ['a', 'b']],
  ['text of several bytes', 'data: žluť 🚀\n\ndata: 漢\n\n', ['žluť 🚀', '漢']],
]

describe('scanning a server-sent stream', () => {
  it.each(streams)('reads %s', (_what, stream, events) => {
    expect(scan([encodeUtf8(stream)])).toEqual(events)
  })

  it.each(streams)(
    'reads %s wherever one read ends and the next begins',
    (_what, stream, events) => {
      const bytes = encodeUtf8(stream)
      for (let place = 0; place <= bytes.length; place++) {
        expect(scan(splitAt(bytes, [place]))).toEqual(events)
      }
    },
  )

  it.each(streams)('reads %s byte by byte', (_what, stream, events) => {
    const bytes = encodeUtf8(stream)
    expect(scan(splitAt(bytes, Array.from(bytes.keys())))).toEqual(events)
  })

  it('gives an event as soon as its blank line is there, even in the middle of CRLF', () => {
    const events: string[] = []
    const scanner = new SseScanner({
      onData: (bytes, start, end) => events.push(decodeUtf8(bytes, start, end)),
      recognise: () => -1,
      onRecognised: () => undefined,
    })
    scanner.push(...amidOthers(encodeUtf8('data: a\r\n\r')))
    expect(events).toEqual(['a'])
    scanner.push(...amidOthers(encodeUtf8('\ndata: b\r\n\r\n')))
    expect(events).toEqual(['a', 'b'])
  })

  it.each([
    ['event: error', true],
    ['event:error', true],
    ['event:  error', false],
    ['event:xerror', false],
    ['event: errors', false],
    ['event: message', false],
  ])('%s is an error: %s', (line, isError) => {
    const named: string[] = []
    const scanner = new SseScanner({
      onData: () => named.push('other'),
      onErrorData: () => named.push('error'),
      recognise: () => -1,
      onRecognised: () => undefined,
    })
    scanner.push(...amidOthers(encodeUtf8(`${line}\ndata: a\n\ndata: b\n\n`)))
    expect(named).toEqual([isError ? 'error' : 'other', 'other'])
  })

  it('carries an event over reads far longer than itself', () => {
    const long = 'x'.repeat(5000)
    const bytes = encodeUtf8(`data: ${long}\n\ndata: b\n\n`.repeat(3))
    expect(scan(splitAt(bytes, [10, 3000, 5003, 5010, 9000, 12000]))).toEqual([
      ...[long, 'b', long, 'b', long, 'b'],
    ])
  })

  it('finds the same events in any stream, however it is cut', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', ':', 'data:', '"', 'ž', '🚀') })
    const ending = fc.constantFrom('\n', '\r\n', '\r')
    const event = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 3 }), ending })
    const cuts = fc.array(fc.nat(500), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(event), cuts, (events, places) => {
        const stream = events.map(({ lines, ending }) =>
          [...lines.map((each) => `data: ${each}`), '', ''].join(ending),
        )
        const expected = events.map(({ lines }) => lines.join('\n'))
        expect(scan(splitAt(encodeUtf8(stream.join('')), places))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('recognising events at a glance', () => {
  const toBrace: SseListener['recognise'] = (bytes, start) => {
    const end = bytes.indexOf(125, start)
    return end === -1 ? -1 : end + 1
  }

  it('takes what is recognised only when a blank line follows', () => {
    const stream = 'data: {a}\n\ndata:{b}\n\ndata: {c}d\n\ndata: {e}\ndata: {f}\n\n'
    expect(scan([encodeUtf8(`: hello\n\n${stream}`)], toBrace)).toEqual([
      ...['{a}', '{b}', '{c}d', '{e}\n{f}'],
    ])
  })

  it('takes the first of a stream too, and no byte order mark after it', () => {
    const parsed: string[] = []
    const stream = 'data: {a}\n\n\uFEFFdata: {b}\n\ndata: {c}\n\n'
    expect(scan([encodeUtf8(stream)], toBrace, (data) => parsed.push(data))).toEqual(['{a}', '{c}'])
    expect(parsed).toEqual([])
  })

  it('skips the name of an event, and nothing else, to get there', () => {
    const parsed: string[] = []
    const stream =
      ':\n\nevent: x\ndata: {a}\n\nevent: x\r\ndata: {b}\n\nevents: x\ndata: {c}\n\nid: 1\ndata: {d}\n\n'
    expect(scan([encodeUtf8(stream)], toBrace, (data) => parsed.push(data))).toEqual([
      ...['{a}', '{b}', '{c}', '{d}'],
    ])
    expect(parsed).toEqual(['{b}', '{c}', '{d}'])
  })

  it('finds the same events as without, wherever the reads end', () => {
    const bytes = encodeUtf8(
      'data: {a}\n\n: ping\n\ndata: {b}\r\n\r\nevent: c\ndata: {c}\n\nevent: d\r\ndata: {d}\r\n\r\ndata: {e}\n\n',
    )
    for (let place = 0; place <= bytes.length; place++) {
      const pieces = splitAt(bytes, [place])
      expect(scan(pieces, toBrace)).toEqual(scan(pieces))
    }
  })
})
