import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countingReading,
  readAll,
  readByParser,
  type StreamFormName,
} from './read-stream.test-support.ts'
import { encodeUtf8, splitAt } from './utf8.test-support.ts'

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
const number = mostly('17', '170', '0', '1.5', '-3', '1e3', '"x"')
const tokenEvent = objectWith(
  member('id', jsonText),
  member('created', number),
  member('model', mostly('"m"', '"žluť"', '{"id":"x","text":"y"}')),
  member('choices', choices),
  member('usage', mostly('null', '{"prompt_tokens":1,"completion_tokens":2}')),
  member('error', mostly('null', '{"message":"m"}')),
)

/** What it counts, and what says otherwise. */
const usage = objectWith(
  member('prompt_tokens', number),
  member('total_tokens', number),
  member('completion_tokens', number),
  member('prompt_tokens_details', mostly('null', '{"cached_tokens":1}', '{"prompt_tokens":3}')),
)
const usageEvent = objectWith(
  member('id', jsonText),
  member('created', number),
  member('choices', mostly('[]', '[{}]', '[{"text":""}]', '[{"finish_reason":"stop"}]')),
  member('usage', usage),
  member('usage', mostly('null', '{"prompt_tokens":1,"completion_tokens":2}')).map((parts) =>
    parts.filter(([, value]) => value !== 'null'),
  ),
)
const openAiEvent = fc.oneof({ weight: 3, arbitrary: tokenEvent }, usageEvent)

const responsesEvent = objectWith(
  member('type', mostly('"response.output_text.delta"', '"response.completed"', '"error"')),
  member('sequence_number', number),
  member('item_id', jsonText),
  member('delta', jsonText),
  member('response', mostly('{}', '{"usage":{"output_tokens":2}}')),
)
const messagesEvent = objectWith(
  member(
    'type',
    fc.oneof(
      { weight: 49, arbitrary: fc.constant('"content_block_delta"') },
      fc.constantFrom('"message_delta"', '"message_start"', '"message_stop"'),
    ),
  ),
  member('index', number),
  member(
    'delta',
    fc.oneof(
      objectWith(member('type', fc.constant('"text_delta"')), member('text', jsonText)),
      objectWith(
        member('type', mostly('"thinking_delta"', '"text_delta"')),
        member('thinking', jsonText),
        member('text', jsonText),
      ),
    ),
  ),
  member('usage', mostly('{"input_tokens":3,"output_tokens":2}', '{"output_tokens":4}')),
  member('message', mostly('{}', '{"usage":{"input_tokens":7,"cache_read_input_tokens":2}}')),
)
const tgiEvent = objectWith(
  member('index', number),
  member(
    'token',
    objectWith(
      member('id', number),
      member('text', jsonText),
      member('special', mostly('false', 'true')),
    ),
  ),
  member('generated_text', mostly('null', '"all of it"')),
  member('details', mostly('null', '{"generated_tokens":3}')),
)
const tritonEvent = objectWith(
  member('id', jsonText),
  member('model_name', mostly('"ensemble"', '"žluť"')),
  member('text_output', jsonText),
  member('error', mostly('null', '"out of memory"')),
)

const events: Readonly<Record<StreamFormName, fc.Arbitrary<string>>> = {
  completions: openAiEvent,
  chat: openAiEvent,
  responses: responsesEvent,
  messages: messagesEvent,
  tgi: tgiEvent,
  'tensorrt-llm': tritonEvent,
}

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
      /"(text|content|id|item_id|delta|text_output)"(\s*:\s*)"[^"\\]*"/g,
      (_all, key, colon) => `"${key}"${colon}${JSON.stringify(put)}`,
    )
    .replace(
      /"(created|sequence_number|index|(?:prompt|total|completion)_tokens)"(\s*:\s*)\d+/g,
      (_all, key: string, colon) => `"${key}"${colon}${at + key.length}`,
    )
}

const alike = (event: fc.Arbitrary<string>) =>
  fc
    .tuple(event, fc.array(change, { minLength: 1, maxLength: 12 }))
    .map(([base, changes]) => [base, base, ...changes.map((each) => changed(base, each))])
const oneLine = (payload: string) => payload.replaceAll(/[\r\n]/g, ' ')

describe.each([
  { streams: 200, fitting: 80, tags: [] },
  { streams: 2000, fitting: 1000, tags: ['nightly'] },
])('reading $streams streams without parsing', ({ streams, fitting, tags }) => {
  it.each(['completions', 'chat', 'responses', 'messages', 'tgi', 'tensorrt-llm'] as const)(
    'agrees with the parser on any %s stream',
    { tags },
    (protocol) => {
      let fits = 0
      fc.assert(
        fc.property(
          alike(events[protocol]),
          fc.array(fc.nat(4000), { maxLength: 3 }),
          (alikes, places) => {
            const payloads = alikes.map(oneLine)
            const { reading, decoded } = countingReading(protocol)
            // Every event in an answer of its own, so that a bad one hides none of the others.
            for (const payload of payloads) {
              const bytes = encodeUtf8(`data: ${payload}\n\n:\n\n`)
              expect(readAll(reading, [bytes])).toEqual(readByParser([payload], protocol))
            }
            fits += payloads.length - decoded.filter((each) => payloads.includes(each)).length
            const whole = encodeUtf8(payloads.map((payload) => `data: ${payload}\n\n`).join(''))
            expect(readAll(reading, splitAt(whole, places))).toEqual(
              readByParser(payloads, protocol),
            )
          },
        ),
        { numRuns: streams },
      )
      expect(fits).toBeGreaterThan(fitting)
    },
  )
})
