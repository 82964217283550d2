// What servers answer, cut into reads anywhere: the same comes out wherever the cuts are.
import { deepStrictEqual, ok } from 'node:assert'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { responseFormats } from '#core/protocol/apis.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { decodeLatin1, decodeText } from '#node/load/decode-text.ts'
import { bytesOf, piecesOf, type FuzzTarget } from '../fuzz-target.ts'

const events = [
  '{"id":"a","object":"text_completion","created":1,"choices":[{"index":0,"text":" word","finish_reason":null}]}',
  '{"id":"a","choices":[{"index":0,"delta":{"content":" word"},"finish_reason":null}]}',
  '{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}',
  '{"token":{"id":1,"text":" word"},"generated_text":null,"details":null}',
  '{"type":"response.output_text.delta","delta":" word"}',
  '{"text_output":" word"}',
  '{"error":{"message":"boom"}}',
  '[DONE]',
]
const stream = (event: string) => `data: ${event}\n\n`
const samples = [
  events.slice(0, 1).map(stream).join('').repeat(3) + stream('[DONE]'),
  events.slice(1, 3).map(stream).join('').repeat(2) + stream('[DONE]'),
  events.map((event) => `: ping\r\nevent: x\r\ndata:${event}\r\n\r\n`).join(''),
  '{"object":"list","data":[{"embedding":[0.1,0.2]}],"usage":{"prompt_tokens":3}}',
]
const words = [
  ...events,
  ...[
    'data:',
    'data: ',
    'data',
    'event: ',
    ': ',
    '\n\n',
    '\r\n\r\n',
    '\r',
    '[DONE]',
    '"choices":[',
  ],
  ...['"text":"', '"delta":{', '"usage":{"completion_tokens":', '"finish_reason":"stop"', '\u0001'],
]

function readAll(protocol: ProtocolName, pieces: readonly Uint8Array[]) {
  const reading = createAnswerReading(protocol, {
    decode: decodeText,
    keepText: true,
    later: (task) => task(),
  })
  // The second answer is read by what the first one taught.
  return [0, 1].map(() => {
    const reader = reading.begin()
    reader.open({ header: () => null })
    let tokens = 0
    for (const piece of pieces) tokens += reader.read(piece, 0, piece.length, 1)
    tokens += reader.end()
    const { complete, empty, usage, text, fault } = reader
    return { tokens, complete, empty, usage, text, fault }
  })
}

const protocols = Object.keys(responseFormats) as readonly ProtocolName[]

const answerTargets = protocols.map((protocol): FuzzTarget => ({
  name: `an answer of ${protocol}`,
  samples,
  words,
  weight: 4,
  read(text, cuts) {
    const bytes = bytesOf(text)
    deepStrictEqual(readAll(protocol, piecesOf(bytes, cuts)), readAll(protocol, [bytes]))
  },
}))

function parseAll(pieces: readonly Uint8Array[]) {
  const said: unknown[] = []
  const body: number[] = []
  const parser = new ResponseParser(
    {
      onHead: ({ status, reason }) => said.push({ status, reason }),
      onBody: (bytes, start, end) => body.push(...bytes.subarray(start, end)),
      onChunks: (start) => start,
      onEnd: () => said.push('end'),
    },
    decodeLatin1,
  )
  for (const piece of pieces) parser.push(piece, 0, piece.length)
  return { said, body, whole: parser.close(), fault: parser.fault }
}

const http: FuzzTarget = {
  name: 'a response of HTTP',
  samples: [
    'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'HTTP/1.1 503 Busy\r\nContent-Length: 4\r\nretry-after: 7\r\n\r\nfull',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200\n\nuntil the end',
  ],
  words: [
    ...[
      'HTTP/1.1 ',
      '200',
      ' OK',
      '\r\n',
      '\r\n\r\n',
      'content-length: ',
      'transfer-encoding: chunked',
    ],
    ...[
      'connection: close',
      '5\r\n',
      'ffffffffffff',
      '0\r\n\r\n',
      ';ext=1',
      '204',
      '304',
      '101',
      '100',
    ],
  ],
  weight: 8,
  read(text, cuts) {
    const bytes = bytesOf(text)
    const whole = parseAll([bytes])
    const split = parseAll(piecesOf(bytes, cuts))
    // How much was passed on before it turned out to be no response does not matter.
    if (whole.fault === null) deepStrictEqual(split, whole)
    else ok(split.fault !== null)
  },
}

export const streamTargets: readonly FuzzTarget[] = [...answerTargets, http]
