import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFrame, framePieces, FrameReader, framesBegin } from './frames.ts'

const message = {
  type: 'start',
  plan: {
    bodies: [new TextEncoder().encode('{"prompt":"日本"}'), new Uint8Array(0)],
    offsetsS: Float64Array.of(0, 0.1, 1e9),
    firstTurns: Uint32Array.of(0, 4_294_967_295),
    headers: { authorization: 'Bearer $array' },
    requestTimeoutS: Infinity,
    requestIds: [null, 'a'],
    counting: undefined,
  },
}

/** What arrives of these messages, sent in pieces of this many bytes behind what a shell may say. */
function arriving(messages: readonly object[], pieceBytes: number, before = ''): unknown[] {
  const bytes = Buffer.concat([Buffer.from(before + framesBegin), ...messages.map(encodeFrame)])
  const reader = new FrameReader()
  const starts = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) => i)
  return starts.flatMap((i) => reader.add(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)))
}

test.each([1, 7, 8, 64, 100_000])('messages arrive whole in pieces of %i bytes', (pieceBytes) => {
  expect(arriving([message, { type: 'cancel' }, message], pieceBytes, 'Welcome!\n')).toEqual([
    message,
    { type: 'cancel' },
    message,
  ])
})

test('nothing is read before the first frame was announced', () => {
  expect(new FrameReader().add(encodeFrame({ type: 'ready' }))).toEqual([])
})

test('more at once than is allowed is refused before it is waited for', () => {
  const reader = new FrameReader(1000)
  reader.add(Buffer.from(framesBegin))
  expect(reader.add(encodeFrame({ said: 'a'.repeat(900) }))).toHaveLength(1)
  const long = encodeFrame({ said: 'a'.repeat(1000) })
  expect(() => reader.add(long.subarray(0, 8))).toThrow('bytes at once')
})

test('arrays count as well, and are refused before they are waited for', () => {
  const reader = new FrameReader(1000)
  reader.add(Buffer.from(framesBegin))
  const long = encodeFrame({ body: new Uint8Array(5000) })
  expect(() => reader.add(long.subarray(0, 200))).toThrow('bytes at once')
})

test('large arrays are sent as they lie in memory, however many there are, and small ones together', () => {
  const large = new Uint8Array(2 ** 27)
  const small = Array.from({ length: 10_000 }, () => Uint8Array.of(1, 2, 3))
  let bytes = 0
  let pieces = 0
  for (const piece of framePieces({ bodies: [...small, ...Array<unknown>(33).fill(large)] })) {
    bytes += piece.length
    pieces += 1
  }
  expect(bytes).toBeGreaterThan(2 ** 32)
  expect(pieces).toBeLessThan(2 * 33 + 2)
})

test('pieces of a message are what the message is', () => {
  const lengths = [3, 2 ** 20, 0, 2 ** 20 - 1, 1, 2 ** 21]
  const texts = lengths.map((length, index) => new Uint8Array(length).fill(index))
  const [message, ...more] = arriving([{ texts }, { type: 'cancel' }], 65_536)
  const arrived = (message as { texts: Uint8Array[] }).texts
  expect(arrived.every((text, index) => Buffer.from(text).equals(texts[index] ?? text))).toBe(true)
  expect(arrived.map(({ length }) => length)).toEqual(lengths)
  expect(more).toEqual([{ type: 'cancel' }])
})

test('any text, number and array arrives as it is', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
      fc.constantFrom(null, true, Infinity, -Infinity, NaN),
      fc.uint8Array(),
      fc.uint32Array(),
      fc.float64Array(),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true }),
    ),
  })).any
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 99 }), (body, pieceBytes) => {
      expect(arriving([{ body }], pieceBytes)).toEqual([{ body }])
    }),
    { numRuns: 50 },
  )
})
