import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerReading, type AnswerReading } from './answer-reading.ts'
import { chatAnswer } from './families/chat.ts'
import { completionsAnswer } from './families/completions.ts'
import type { OutputKind } from '../model/request-record.ts'
import { amidOthers, decodeUtf8, encodeUtf8, splitAt } from './utf8.test-support.ts'

const forms = { completions: completionsAnswer, chat: chatAnswer } as const
type FormName = keyof typeof forms

function countingReading(protocol: FormName) {
  const decoded: string[] = []
  const reading = createAnswerReading(protocol, {
    keepText: true,
    later: (task) => task(),
    decode: (bytes, start, end) => {
      const text = decodeUtf8(bytes, start, end)
      decoded.push(text)
      return text
    },
  })
  return { reading, decoded }
}

const kinds = ['chunk', 'content', 'reasoning', 'toolCall'] as const

function readAll(reading: AnswerReading, pieces: readonly Uint8Array[]) {
  const reader = reading.begin()
  const tokens = pieces.map((piece, i) => reader.read(...amidOthers(piece), i)).concat(reader.end())
  const { complete, usage, text, fault, firstAtUs } = reader
  return {
    tokens: tokens.reduce((sum, count) => sum + count, 0),
    kinds: kinds.filter((kind) => firstAtUs[kind] !== null),
    complete,
    usage,
    text,
    fault: fault?.code ?? null,
  }
}

type Seen = {
  tokens: number
  kinds: readonly string[]
  complete: boolean
  usage: unknown
  text: string
  fault: string | null
}

/** What the parser alone makes of the same payloads. */
function readByParser(payloads: readonly string[], protocol: FormName): Seen {
  const seen: Seen = {
    ...{ tokens: 0, kinds: [], complete: false, usage: null, text: '', fault: null },
  }
  const met = new Set<OutputKind | 'chunk'>()
  for (const payload of payloads) {
    const event = forms[protocol].readEvent(payload)
    if (event === null || event.error !== null) {
      return { ...seen, fault: event === null ? 'bad-event' : 'server-error-event' }
    }
    if (event.chunk) met.add('chunk')
    if (event.output !== null) {
      seen.tokens++
      met.add(event.output)
    }
    seen.kinds = kinds.filter((kind) => met.has(kind))
    if (event.finished) seen.complete = true
    seen.usage = event.usage ?? seen.usage
    seen.text += event.text
  }
  return seen
}

const head = '"id":"cmpl-1","object":"text_completion","created":17,"model":"m"'
const token = (text: string, id = 'cmpl-1') =>
  `{"id":"${id}","object":"text_completion","created":17,"model":"m","choices":[{"index":0,"text":${JSON.stringify(text)},"logprobs":null,"finish_reason":null}],"usage":null}`
const last = `{${head},"choices":[{"index":0,"text":".","finish_reason":"length"}],"usage":null}`
const usage = `{${head},"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}`

function stream(payloads: readonly string[]): Uint8Array {
  return encodeUtf8([...payloads, '[DONE]'].map((payload) => `data: ${payload}\n\n`).join(''))
}

describe('reading an answer', () => {
  const payloads = [token('Hello'), token(' "wörld"\n'), token(' 🚀'), last, usage]

  it('counts token events and keeps the text, the usage and the end', () => {
    const { reading } = countingReading('completions')
    expect(readAll(reading, [stream(payloads)])).toEqual({
      ...{
        tokens: 4,
        kinds: ['chunk', 'content'],
        complete: true,
        fault: null,
        text: 'Hello "wörld"\n 🚀.',
      },
      usage: { promptTokens: 3, completionTokens: 4 },
    })
  })

  it('reads the same wherever a read ends', () => {
    const bytes = stream(payloads)
    const { reading } = countingReading('completions')
    const whole = readAll(reading, [bytes])
    for (let place = 0; place <= bytes.length; place++) {
      expect(readAll(reading, splitAt(bytes, [place]))).toEqual(whole)
    }
  })

  it('parses no event of a shape it has seen, in this answer or the next', () => {
    const { reading, decoded } = countingReading('completions')
    readAll(reading, [stream(payloads)])
    decoded.length = 0
    readAll(reading, [
      encodeUtf8(': a comment\n\n'),
      stream([token('x', 'cmpl-2'), token('\\"y'), last]),
    ])
    expect(decoded.filter((text) => text.startsWith('{'))).toEqual([])
    expect(decoded).toContain('[DONE]')
  })

  it('joins a character that the server cut in two escapes', () => {
    const { reading } = countingReading('completions')
    const halves = ['a', '?', '!'].map((text) => token(text))
    const cut = [halves[0], halves[1]?.replace('?', '\\ud83d'), halves[2]?.replace('!', '\\ude80')]
    const pieces = [stream([token('a')]), stream(cut.map(String))]
    expect(readAll(reading, pieces).text).toBe('aa🚀')
  })

  it('calls half an event at the end a cut stream, not a bad event', () => {
    const { reading } = countingReading('completions')
    const cut = encodeUtf8(`data: ${token('a')}\n\ndata: ${token('b').slice(0, 40)}`)
    expect(readAll(reading, [cut])).toMatchObject({ tokens: 1, complete: false, fault: null })
  })

  it('stops at what is not JSON, and at an error', () => {
    const { reading } = countingReading('completions')
    const bad = stream([token('a'), 'oops', token('b')])
    expect(readAll(reading, [bad])).toMatchObject({ tokens: 1, text: 'a', fault: 'bad-event' })
    const failed = stream([token('a'), '{"error":{"message":"out of memory"}}', token('b')])
    expect(readAll(reading, [failed])).toMatchObject({ tokens: 1, fault: 'server-error-event' })
  })

  it('keeps no text unless asked to', () => {
    const reading = createAnswerReading('completions', {
      ...{ keepText: false, decode: decodeUtf8 },
      later: (task) => task(),
    })
    expect(readAll(reading, [stream(payloads)])).toMatchObject({ tokens: 4, text: '' })
  })
})

/** Characters that mean something to JSON or look like something to a careless reader. */
const nasty = fc.constantFrom(
  ...['"', '\\', '{', '}', '[', ']', ':', ',', '\n', '\t', ' ', 'a', 'é', '🚀', '\u2028', '0', '-'],
  ...['"choices":[', '"text":"', '"content":"', 'data: ', '[DONE]', '"error":{', '\\u0041', 'null'],
)
const text = fc.string({ unit: nasty, maxLength: 8 })
const space = fc.constantFrom('', '', '', ' ', '\t ')

type Part = readonly [key: string, value: string]

/** A JSON object from its members, in any order and with any spacing. */
function objectOf(parts: fc.Arbitrary<readonly Part[]>): fc.Arbitrary<string> {
  return fc
    .tuple(parts, space)
    .chain(([members, gap]) =>
      fc
        .shuffledSubarray([...members], { minLength: members.length })
        .map(
          (all) =>
            `{${gap}${all.map(([key, value]) => `"${key}"${gap}:${gap}${value}`).join(`${gap},`)}${gap}}`,
        ),
    )
}

const jsonText = text.map((each) => JSON.stringify(each))
/** A member that is there most of the time. */
const member = (key: string, value: fc.Arbitrary<string>): fc.Arbitrary<Part[]> =>
  fc
    .option(value, { nil: undefined, freq: 8 })
    .map((each) => (each === undefined ? [] : [[key, each]]))
const objectWith = (...members: fc.Arbitrary<readonly Part[]>[]) =>
  objectOf(fc.tuple(...members).map((all) => all.flat()))
const mostly = (value: string, ...others: string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.constantFrom(value, ...others))

const delta = objectWith(member('content', jsonText), member('reasoning', jsonText))
const choice = objectWith(
  member('text', jsonText),
  member('delta', delta),
  member('finish_reason', mostly('null', '"stop"')),
  member('logprobs', mostly('null', '{"tokens":["a"]}')),
)
const choices = fc
  .oneof({ weight: 9, arbitrary: choice }, fc.array(choice, { maxLength: 2 }).map(String))
  .map((all) => `[${all}]`)
const event = objectWith(
  member('id', jsonText),
  member('created', mostly('17', '170', '0', '1.5', '-3', '1e3', '"x"')),
  member('model', mostly('"m"', '"žluť"', '{"id":"x","text":"y"}')),
  member('choices', choices),
  member('usage', mostly('null', '{"prompt_tokens":1,"completion_tokens":2}')),
  member('error', mostly('null', '{"message":"m"}')),
)

/** What makes an event differ from the one before: another text, id or time, or any one character. */
type Change = Readonly<{ kind: 'swap' | 'spot'; at: number; with: string }>
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('swap', 'swap', 'spot'),
  at: fc.nat(),
  with: text,
})

function changed(payload: string, { kind, at, with: put }: Change): string {
  if (kind === 'spot') {
    const characters = Array.from(payload)
    return characters.with(at % characters.length, put).join('')
  }
  return payload
    .replace(
      /"(text|content|id)"(\s*:\s*)"[^"\\]*"/g,
      (_all, key, colon) => `"${key}"${colon}${JSON.stringify(put)}`,
    )
    .replace(/"created"(\s*:\s*)\d+/, (_all, colon) => `"created"${colon}${at}`)
}

const alike = fc
  .tuple(event, fc.array(change, { minLength: 1, maxLength: 12 }))
  .map(([base, changes]) => [base, base, ...changes.map((each) => changed(base, each))])
const oneLine = (payload: string) => payload.replaceAll(/[\r\n]/g, ' ')

describe('reading without parsing', () => {
  it.each(['completions', 'chat'] as const)(
    'agrees with the parser on any %s stream',
    (protocol) => {
      let fits = 0
      fc.assert(
        fc.property(alike, fc.array(fc.nat(4000), { maxLength: 3 }), (events, places) => {
          const payloads = events.map(oneLine)
          const { reading, decoded } = countingReading(protocol)
          // Every event in an answer of its own, so that a bad one hides none of the others.
          for (const payload of payloads) {
            const bytes = encodeUtf8(`:\n\ndata: ${payload}\n\n:\n\n`)
            expect(readAll(reading, [bytes])).toEqual(readByParser([payload], protocol))
          }
          fits += payloads.length - decoded.filter((each) => payloads.includes(each)).length
          const whole = encodeUtf8(
            `:\n\n${payloads.map((payload) => `data: ${payload}\n\n`).join('')}`,
          )
          expect(readAll(reading, splitAt(whole, places))).toEqual(readByParser(payloads, protocol))
        }),
        { numRuns: 2000 },
      )
      expect(fits).toBeGreaterThan(1000)
    },
  )
})
