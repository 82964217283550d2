// Chunks that are alike, taken in one go: whatever the reads, no event passes for another.
import { expect, it } from 'vitest'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { alikeChunks, readBuffer } from '#node/load/connections/read-buffer.ts'
import { decodeLatin1, decodeText } from '#node/load/decode-text.ts'

const head =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'

const eventOf = (text: string, reason = 'null') =>
  `data: {"id":"c-1","choices":[{"text":"${text}","finish_reason":${reason}}]}\n\n`
const chunk = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`
const tokens = (...texts: string[]) => texts.map((text) => chunk(eventOf(text))).join('')

/** The same buffer for every read, as in a run. */
function readAll(reads: readonly string[]) {
  const reader = createAnswerReading('completions', {
    ...{ decode: decodeText, keepText: true, alike: alikeChunks() },
    later: (task) => task(),
  }).begin()
  let [events, alike] = [0, 0]
  const parser = new ResponseParser(
    {
      onHead: () => undefined,
      onBody: (bytes, start, end) => (events += reader.read(bytes, start, end, 1)),
      onChunks: (start, end) => {
        const next = reader.readAlike(start, end)
        alike += reader.tokensInRead
        return next
      },
      onEnd: () => undefined,
    },
    decodeLatin1,
  )
  for (const read of reads) parser.push(readBuffer, 0, readBuffer.write(read))
  const { text, complete, fault } = reader
  return { tokens: events + alike, text, complete, fault, whole: parser.close(), alike }
}

it('takes what follows an event that was recognised', () => {
  const seen = readAll([`${head + tokens(' a', ' b', ' c', ' dd')}0\r\n\r\n`])
  expect(seen).toMatchObject({ tokens: 4, alike: 2, text: ' a b c dd', whole: true, fault: null })
})

it('goes on after an escape', () => {
  const seen = readAll([head + tokens('a', 'b', 'c', '\\n', 'e', 'f')])
  expect(seen).toMatchObject({ tokens: 6, alike: 3, text: 'abc\nef' })
})

it('distinguishes the last event from the others', () => {
  const last = chunk(eventOf('d', '"x"'))
  expect(readAll([head + tokens('a', 'b', 'c') + last])).toMatchObject({ alike: 1, complete: true })
})

it('knows nothing of what an earlier read held', () => {
  const bad = chunk(eventOf('c').replace('"text"', '"txet"'))
  const seen = readAll([
    head + tokens('a', 'a').slice(0, -2),
    `\r\n${tokens('b').slice(0, -2)}`,
    `\r\n${bad}${tokens('d')}`,
  ])
  expect(seen).toMatchObject({ text: 'aabd' })
})

it('gives the same result wherever the reads end', () => {
  const whole = `${tokens('a', 'bb', 'c', '\\"', ' ', 'f')}${chunk(eventOf('g', '"x"'))}0\r\n\r\n`
  const { alike, ...expected } = readAll([head, whole])
  expect(alike).toBeGreaterThan(0)
  for (let one = 0; one < whole.length; one += 11) {
    for (let other = one; other < whole.length; other += 2) {
      const reads = [head, whole.slice(0, one), whole.slice(one, other), whole.slice(other)]
      expect(readAll(reads)).toMatchObject(expected)
    }
  }
})
