// Random events of a stream, and the check that the fast reader agrees with the parser on them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { countingReading, readAll, readByParser } from './read-stream.test-support.ts'
import { encodeUtf8, splitAt } from './utf8.test-support.ts'

/** Characters that are special in JSON or could confuse a careless reader. */
const nasty = fc.constantFrom(
  ...['"', '\\', '{', '}', '[', ']', ':', ',', '\n', '\t', ' ', 'a', 'é', '🚀', '\u2028', '0', '-'],
  ...['"choices":[', '"text":"', '"content":"', 'data: ', '[DONE]', '"error":{', '\\u0041', 'null'],
)
const text = fc.string({ unit: nasty, maxLength: 8 })
const space = fc.constantFrom('', '', '', ' ', '\t ')

type Part = readonly [key: string, value: string]

/** A JSON object with the given members, in any order and with any spacing. */
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

export const jsonText = text.map((each) => JSON.stringify(each))
/** A member that is usually present. */
export const member = (key: string, value: fc.Arbitrary<string>): fc.Arbitrary<Part[]> =>
  fc
    .option(value, { nil: undefined, freq: 8 })
    .map((each) => (each === undefined ? [] : [[key, each]]))
export const objectWith = (...members: fc.Arbitrary<readonly Part[]>[]) =>
  objectOf(fc.tuple(...members).map((all) => all.flat()))
export const mostly = (value: string, ...others: string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.constantFrom(value, ...others))
export const number = mostly('17', '170', '0', '1.5', '-3', '1e3', '"x"')

/** Differences of an event from the previous one: another text, id or time, or one character. */
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

/** Checks that events of each protocol give the same result with and without parsing. */
export function describeRecognisedEvents(
  events: Readonly<Partial<Record<ProtocolName, fc.Arbitrary<string>>>>,
): void {
  describe.each([
    { streams: 200, fitting: 80, tags: [] },
    { streams: 2000, fitting: 1000, tags: ['nightly'] },
  ])('reading $streams streams without parsing', ({ streams, fitting, tags }) => {
    it.each(Object.entries(events) as [ProtocolName, fc.Arbitrary<string>][])(
      'agrees with the parser on any %s stream',
      { tags },
      (protocol, event) => {
        let fits = 0
        fc.assert(
          fc.property(alike(event), fc.array(fc.nat(4000), { maxLength: 3 }), (alikes, places) => {
            const payloads = alikes.map(oneLine)
            const { reading, decoded } = countingReading(protocol)
            // Each event has its own response, so that an invalid one does not hide the others.
            for (const payload of payloads) {
              const bytes = encodeUtf8(`data: ${payload}\n\n:\n\n`)
              expect(readAll(reading, [bytes])).toEqual(readByParser([payload], protocol))
            }
            fits += payloads.length - decoded.filter((each) => payloads.includes(each)).length
            const whole = encodeUtf8(payloads.map((payload) => `data: ${payload}\n\n`).join(''))
            expect(readAll(reading, splitAt(whole, places))).toEqual(
              readByParser(payloads, protocol),
            )
          }),
          { numRuns: streams },
        )
        expect(fits).toBeGreaterThan(fitting)
      },
    )
  })
}
