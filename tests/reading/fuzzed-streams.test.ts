// Streams as servers send them, and worse, cut into reads anywhere: the reader of a run must report the same times, counts
// and text as a plain one. Two thousand every day, ten thousand at night.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { alikeChunks, readBuffer } from '#node/load/connections/read-buffer.ts'
import { decodeLatin1, decodeText } from '#node/load/decode-text.ts'
import { meanings, readPlainly, type Reading, type TimedByte } from './reference-reader.ts'

const longestRead = 2000
/** Events that came in chunks like the one before, over all streams. */
let alike = 0
type Protocol = keyof typeof meanings

/** Characters that mean something to JSON or look like something to a careless reader. */
const nasty = fc.constantFrom(
  ...['"', '\\', '{', '}', '[', ']', ':', ',', '\n', '\t', ' ', 'a', 'é', '🚀', '\u2028', '0', '-'],
  ...['"choices":[', '"text":"', '"content":"', 'data: ', '[DONE]', '"error":{', '\\u0041', 'null'],
)
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(' word', ' the', '.', '') },
  { weight: 2, arbitrary: fc.string({ unit: nasty, maxLength: 6 }) },
)

/** The same for all events of a stream: the fast reader learns it. */
const shape = fc.record({
  id: fc.constantFrom('cmpl-1', 'chatcmpl-2', 'ü"\\'),
  created: fc.constantFrom(17, 1_767_225_600, 0.5),
  hasUsage: fc.boolean(),
  hasLogprobs: fc.boolean(),
  isSpaced: fc.constantFrom(false, false, false, true),
})
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never

type Said = Readonly<{ kind: string; text: string }>
const said = (kinds: readonly string[]): fc.Arbitrary<Said> =>
  fc.record({ kind: fc.constantFrom(...kinds), text })

const usual = { completions: ['token'], chat: ['token'] }
const unusual = {
  completions: [
    'last',
    'usage',
    'done',
    'comment',
    'field',
    'nothing',
    'number',
    'strange',
    'wrapped',
    'object',
  ],
  chat: [
    ...['role', 'empty', 'reasoning', 'refusal', 'call', 'last', 'usage', 'done'],
    ...['comment', 'field', 'nothing', 'number', 'strange', 'wrapped', 'object'],
  ],
}
const faulty = ['garbage', 'error', 'error-object', 'list']

const lengths = (longest: number) =>
  fc.array(fc.integer({ min: 1, max: longest }), { minLength: 1, maxLength: 6 })

const many = { maxLength: 24, size: 'max' } as const

const streamOf = (protocol: Protocol) =>
  fc.record({
    shape,
    said: fc.oneof(
      fc.array(said(usual[protocol]), many),
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: said(usual[protocol]) },
          { weight: 3, arbitrary: said(unusual[protocol]) },
          { weight: 1, arbitrary: said([...unusual[protocol], ...faulty]) },
        ),
        many,
      ),
    ),
    lineEnd: fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '\r'),
    dataPrefix: fc.constantFrom('data: ', 'data: ', 'data: ', 'data: ', 'data:', 'data:', 'DATA: '),
    /** Null where each event is a chunk, as most servers write them. */
    chunkLengths: fc.option(lengths(300), { freq: 1 }),
    readLengths: fc.oneof(lengths(40), lengths(900), fc.constant([longestRead])),
    learnsLate: fc.boolean(),
  })
type Stream = ReturnType<typeof streamOf> extends fc.Arbitrary<infer T> ? T : never

function messageOf(protocol: Protocol, { kind, text }: Said, shape: Shape): object {
  const common = {
    id: shape.id,
    object: protocol === 'chat' ? 'chat.completion.chunk' : 'text_completion',
    created: shape.created,
    model: 'm',
  }
  const rest = shape.hasUsage ? { usage: null } : {}
  const logprobs = shape.hasLogprobs ? { logprobs: null } : {}
  const choice = (fields: object) => ({ ...common, choices: [{ index: 0, ...fields }], ...rest })
  const delta = (fields: object, reason: string | null = null) =>
    choice({ delta: fields, ...logprobs, finish_reason: reason })
  const messages: Readonly<Record<string, () => object>> = {
    token: () =>
      protocol === 'chat'
        ? delta({ content: text })
        : choice({ text, ...logprobs, finish_reason: null }),
    last: () =>
      protocol === 'chat'
        ? delta({ content: text }, 'stop')
        : choice({ text, ...logprobs, finish_reason: 'length' }),
    role: () => delta({ role: 'assistant', content: '' }),
    empty: () => delta({}, null),
    reasoning: () => delta({ reasoning_content: text }),
    refusal: () => delta({ refusal: text }),
    call: () => delta({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
    usage: () => ({ ...common, choices: [], usage: { prompt_tokens: 3, completion_tokens: 14 } }),
    nothing: () => ({ ...common, choices: [], ...rest }),
    number: () => ({ ...common, choices: 3, usage: { prompt_tokens: -1 } }),
    strange: () => ({
      choices: [{ text: 5, delta: text }, null, { text, delta: { content: text } }],
    }),
    wrapped: () => ({ code: 200, data: choice({ text, delta: { content: text } }) }),
    object: () => ({ ...common, choices: { index: 0, text, delta: { content: text } } }),
    error: () => ({ error: { message: text } }),
    'error-object': () => ({ object: 'error', message: text }),
  }
  return messages[kind]?.() ?? common
}

function eventOf(protocol: Protocol, each: Said, { shape, lineEnd, dataPrefix }: Stream): string {
  const plain: Readonly<Record<string, string>> = {
    done: `${dataPrefix}[DONE]`,
    comment: `: ${each.text.replaceAll(/[\r\n]/g, ' ')}`,
    field: `event: x${lineEnd}id: 1${lineEnd}data`,
    garbage: `${dataPrefix}{"choices": [{`,
    list: `${dataPrefix}[1]`,
  }
  const json = JSON.stringify(messageOf(protocol, each, shape), null, shape.isSpaced ? 1 : 0)
  const data = json.split('\n').map((line) => dataPrefix + line)
  return (plain[each.kind] ?? data.join(lineEnd)) + lineEnd + lineEnd
}

const head =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'

type Sent = Readonly<{ wire: Buffer; body: Buffer; bodyAt: readonly number[] }>

/** The bytes on the wire, and where in them each byte of the body lies. */
function sent(protocol: Protocol, stream: Stream): Sent {
  const events = stream.said.map((each) => Buffer.from(eventOf(protocol, each, stream)))
  const body = Buffer.concat(events)
  const pieces = [Buffer.from(head)]
  const bodyAt: number[] = []
  let length = head.length
  const sizes = stream.chunkLengths ?? events.map((event) => event.length)
  for (let start = 0, i = 0; start < body.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    const part = body.subarray(start, start + size)
    const prefix = Buffer.from(`${part.length.toString(16)}\r\n`)
    for (let k = 0; k < part.length; k++) bodyAt.push(length + prefix.length + k)
    pieces.push(prefix, part, Buffer.from('\r\n'))
    length += prefix.length + part.length + 2
    start += part.length
  }
  return { wire: Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]), body, bodyAt }
}

type Read = Readonly<{ start: number; end: number; atUs: number }>

function readsOf({ length }: Buffer, { readLengths }: Stream): Read[] {
  const reads: Read[] = []
  for (let start = 0; start < length;) {
    const end = Math.min(length, start + (readLengths[reads.length % readLengths.length] ?? 1))
    reads.push({ start, end, atUs: 1000 * (reads.length + 1) })
    start = end
  }
  return reads
}

/** As a run reads it: HTTP, events and text in place, out of one buffer that every read overwrites. */
function readAsARunDoes(protocol: Protocol, stream: Stream, { wire }: Sent): Reading {
  const waiting: (() => void)[] = []
  const reading = createAnswerReading(protocol, {
    decode: decodeText,
    keepText: true,
    alike: alikeChunks(),
    later: (task) => void (stream.learnsLate ? waiting.push(task) : task()),
  })
  const reader = reading.begin()
  const tokensAtUs: number[] = []
  let atUs = 0
  const note = (tokens: number) => tokensAtUs.push(...new Array<number>(tokens).fill(atUs))
  const parser = new ResponseParser(
    {
      onHead: () => undefined,
      onBody: (bytes, start, end) => note(reader.read(bytes, start, end, atUs)),
      onChunks: (start, end) => {
        const next = reader.readAlike(start, end)
        note(reader.tokensInRead)
        alike += reader.tokensInRead
        return next
      },
      onEnd: () => note(reader.end()),
    },
    decodeLatin1,
  )
  for (const { start, end, atUs: now } of readsOf(wire, stream)) {
    atUs = now
    readBuffer.fill(0x7d, 0, longestRead)
    readBuffer.set(wire.subarray(start, end))
    parser.push(readBuffer, 0, end - start)
    if (now % 3000 === 0) for (const task of waiting.splice(0)) task()
  }
  const { firstAtUs, text, usage, complete, fault } = reader
  const code = fault?.code === 'bad-answer' ? null : (fault?.code ?? null)
  return { tokensAtUs, firstAtUs: { ...firstAtUs }, text, usage, complete, fault: code }
}

function timedBody({ wire, body, bodyAt }: Sent, stream: Stream): TimedByte[] {
  const reads = readsOf(wire, stream)
  let read = 0
  return Array.from(body, (byte, i) => {
    while ((reads[read]?.end ?? Infinity) <= (bodyAt[i] ?? 0)) read++
    return { byte, atUs: reads[read]?.atUs ?? NaN }
  })
}

describe.each([
  { streams: 1000, tags: [] },
  { streams: 5000, tags: ['nightly'] },
])('$streams fuzzed streams', ({ streams, tags }) => {
  it.each(['completions', 'chat'] as const)(
    'of %s are read as by a plain reader: times, counts, text',
    { tags, timeout: 120_000 },
    (protocol) => {
      let tokens = 0
      alike = 0
      fc.assert(
        fc.property(streamOf(protocol), (stream) => {
          const bytes = sent(protocol, stream)
          const expected = readPlainly(timedBody(bytes, stream), meanings[protocol])
          tokens += expected.tokensAtUs.length
          expect(readAsARunDoes(protocol, stream, bytes)).toEqual(expected)
        }),
        { numRuns: streams },
      )
      expect(tokens).toBeGreaterThan(4 * streams)
      expect(alike).toBeGreaterThan(streams / 25)
    },
  )
})
