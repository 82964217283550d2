import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callMark, endMark } from '#core/command-line/remote-call.ts'
import { MarkedOutput, mostNoiseBytes } from './marked-output.ts'

const nonce = '0123456789abcdef01234567'

/** What the listener heard, and the output. */
async function passed(pieces: readonly Buffer[]) {
  const heard: unknown[] = []
  const output = new MarkedOutput(nonce, {
    onOpened: (rest) => heard.push(rest),
    onEnded: (code) => heard.push(code),
    onFlood: () => heard.push('flood'),
  })
  for (const piece of pieces) output.write(piece)
  output.end()
  const all: Buffer[] = []
  for await (const piece of output as AsyncIterable<Buffer>) all.push(piece)
  return { heard, output: Buffer.concat(all).toString('latin1'), noise: output.noise() }
}

/** Bytes that look like a mark now and then. */
const bytes = fc
  .array(
    fc.constantFrom('k', 'kneepoint-', callMark(nonce).slice(0, -1), '\n', '\r', '\0', 'é', 'x'),
  )
  .map((parts) => parts.join(''))

test('passes on what is between the marks, however it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, fc.integer({ min: 1, max: 40 }), async (...given) => {
      const [before, inside, after, size] = given
      const text = `${before}${callMark(nonce)} 12 pipe\n${inside}${endMark(nonce)}3\n${after}`
      const all = Buffer.from(text, 'latin1')
      const count = Math.ceil(all.length / size)
      const pieces = Array.from({ length: count }, (_, i) => all.subarray(i * size, (i + 1) * size))
      const { heard, output, noise } = await passed(pieces)
      expect({ heard, output, noise }).toEqual({
        heard: [' 12 pipe', 3],
        output: inside,
        noise: Buffer.from(before, 'latin1').toString(),
      })
    }),
  )
})

test('lines that end with CR LF, as the marks do, end with LF', async () => {
  const text = `hello\r\n${callMark(nonce)} 12 pipe\r\none\r\ntwo\rthree\r\n${endMark(nonce)}0\r\n`
  expect(await passed([...Buffer.from(text)].map((byte) => Buffer.of(byte)))).toMatchObject({
    heard: [' 12 pipe', 0],
    output: 'one\ntwo\rthree\n',
  })
})

test('output without a mark is noise, and too much of it is reported', async () => {
  const noise = 'You may not log in.\n'
  expect(await passed([Buffer.from(noise)])).toEqual({ heard: [], output: '', noise })
  const { heard } = await passed([Buffer.alloc(mostNoiseBytes + 100)])
  expect(heard).toEqual(['flood'])
})

test('a program that is killed keeps what it printed', async () => {
  const text = `${callMark(nonce)} 12 pipe\nhalf a line, kneep`
  expect(await passed([Buffer.from(text)])).toMatchObject({
    heard: [' 12 pipe'],
    output: 'half a line, kneep',
  })
})
