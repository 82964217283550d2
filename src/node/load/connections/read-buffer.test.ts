import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alikeChunks, readBuffer } from './read-buffer.ts'

const alike = alikeChunks()

type Shape = Readonly<{ before: string; after: string }>
type Taken = Readonly<{ bytes: number; count: number; texts: string }>

const usual = {
  before: 'data: {"id":"cmpl-1","choices":[{"text":"',
  after: '","finish_reason":null}]}\n\n',
}

function framed(data: string, size = Buffer.byteLength(data).toString(16)): string {
  return `${size}\r\n${data}\r\n`
}

const chunk = (text: string, { before, after }: Shape = usual) => framed(before + text + after)

/** Of the bytes after a known chunk, in the middle of a buffer that was full of others like it. */
function taken(following: Buffer, shape: Shape): Taken | null {
  if (alike === null) return null
  const [start, text] = [100, 'known']
  readBuffer.fill(chunk('old', shape))
  const textStart = start + Buffer.byteLength(shape.before)
  const textEnd = textStart + text.length
  const end = start + readBuffer.write(shape.before + text + shape.after, start)
  const at = end + readBuffer.write('\r\n', end)
  following.copy(readBuffer, at)
  const event = { bytes: readBuffer, start, textStart, textEnd, end }
  const bytes = alike.take(event, at, at + following.length) - at
  const { count, texts, textsLength } = alike
  return { bytes, count, texts: Buffer.from(texts.subarray(0, textsLength)).toString('latin1') }
}

/** The same, read in the most obvious way. */
function takenPlainly(following: Buffer, { before, after }: Shape): Taken {
  const wire = following.toString('latin1')
  let [bytes, count, texts] = [0, 0, '']
  for (;;) {
    const [line = '', digits = ''] = /^([0-9a-f]{1,4})\r\n/i.exec(wire.slice(bytes)) ?? []
    const start = bytes + line.length
    const end = start + parseInt(digits, 16)
    const data = wire.slice(start, end)
    const text = data.slice(before.length, data.length - after.length)
    const isAlike = text !== '' && data === before + text + after && wire.startsWith('\r\n', end)
    if (line === '' || !isAlike || /["\\\0-\x1f]/.test(text)) return { bytes, count, texts }
    ;[bytes, count, texts] = [end + 2, count + 1, texts + text]
  }
}

const ascii = (maxLength: number) => fc.stringMatching(new RegExp(`^[ -~]{0,${maxLength}}$`))
const shapes = fc.record({ before: ascii(70), after: ascii(40) })
const word = fc.oneof(
  { weight: 9, arbitrary: fc.stringMatching(/^[ a-z]{1,12}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[ a-z]{13,70}$/) },
  fc.constantFrom('', 'a"b', 'a\\nb', '\u0001', '\u001f', '\u007f', ' ', 'é', '🚀'),
)
const size = fc.constantFrom(
  ...new Array<(hex: string) => string>(9).fill((hex) => hex),
  (hex: string) => hex.toUpperCase(),
  ...[(hex: string) => `00${hex}`.slice(-4), (hex: string) => `0000${hex}`],
  ...[(hex: string) => `${hex};x`, (hex: string) => `${hex}1`],
)
const spot = fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('\0\r\n "\\a0fF~\x80')))

describe('chunks that are alike', () => {
  it('are taken with all of their framing', () => {
    const wire = chunk(' and') + chunk(' which began') + chunk(' é')
    expect(taken(Buffer.from(`${wire}0\r\n\r\n`), usual)).toEqual({
      bytes: Buffer.byteLength(wire),
      count: 3,
      texts: Buffer.from(' and which began é').toString('latin1'),
    })
  })

  it.each([
    ['an escape', chunk('a\\nb')],
    ['no text', chunk('')],
    ['another id', chunk('a').replace('cmpl-1', 'cmpl-2')],
    ['another reason', chunk('a').replace('null', '"no"')],
    ['a size too small', framed(usual.before + 'a' + usual.after, '40')],
    ['an extension', chunk('a').replace('\r\n', ';a=b\r\n')],
    ['no end yet', chunk('a').slice(0, -1)],
  ])('end at one with %s', (_what, other) => {
    const first = chunk('a')
    expect(taken(Buffer.from(first + other + first), usual)).toMatchObject({
      bytes: first.length,
      count: 1,
    })
  })

  it('are distinguished at any byte, as if they were read one by one', () => {
    let count = 0
    const chunks = fc.array(fc.tuple(word, size), { maxLength: 8 })
    fc.assert(
      fc.property(
        shapes,
        chunks,
        fc.option(spot, { freq: 1 }),
        fc.nat(20),
        (shape, all, change, cut) => {
          const wire = Buffer.concat(
            all.map(([text, sizeOf]) => {
              const data = shape.before + text + shape.after
              return Buffer.from(framed(data, sizeOf(Buffer.byteLength(data).toString(16))))
            }),
          )
          if (change !== null) wire[change[0] % (wire.length + 1)] = change[1]
          const following = wire.subarray(0, Math.max(0, wire.length - Math.max(0, cut - 10)))
          const expected = takenPlainly(following, shape)
          count += expected.count
          expect(taken(following, shape)).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
    expect(count).toBeGreaterThan(1000)
  })

  it('are left alone in other memory', () => {
    const bytes = new Uint8Array(200)
    const event = { bytes, start: 0, textStart: 3, textEnd: 4, end: 8 }
    expect(alike?.take(event, 10, 200)).toBe(10)
  })
})
