import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineScanner } from './line-scanner.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.test-support.ts'

function linesIn(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const lines: string[] = []
  const scanner = new LineScanner({
    onData: (from, start, end) => lines.push(decodeUtf8(from, start, end)),
  })
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length]
  const ordered = places.toSorted((a, b) => a - b)
  ordered.slice(1).forEach((end, i) => {
    scanner.push(bytes, ordered[i] ?? 0, end)
  })
  scanner.end()
  return lines
}

const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }))
const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', ' \n')

test('each line is an event, wherever reads end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, lineEnd)),
      fc.array(fc.nat()),
      fc.boolean(),
      fc.boolean(),
      (sent, cuts, isMarked, endsLine) => {
        const lines = sent.map(([each]) => JSON.stringify(each))
        const text = lines.map((line, i) => line + (sent[i]?.[1] ?? '')).join('')
        const body = endsLine ? text : text.trimEnd()
        expect(linesIn(encodeUtf8((isMarked ? '\uFEFF' : '') + body), cuts)).toEqual(lines)
      },
    ),
  )
})

test('a line may be longer than many reads', () => {
  const line = JSON.stringify('x'.repeat(100_000))
  const cuts = Array.from({ length: 1000 }, (_, i) => i * 97)
  expect(linesIn(encodeUtf8(`${line}\n`), cuts)).toEqual([line])
})
