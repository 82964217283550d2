import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../protocol/utf8.test-support.ts'
import { tracedRequest } from './timed-trace.ts'
import { traceLineSkipper } from './trace-scan.ts'

const labels = { timestamp: 't', inputLength: 'in', outputLength: 'out', hashIds: 'blocks' }

/** Time of a line that is skipped; null for one that must be parsed. */
function skippedTime(text: string): number | null {
  const times: number[] = []
  const skip = traceLineSkipper(labels, (timestamp) => {
    times.push(timestamp)
    return true
  })
  const bytes = encodeUtf8(`${text}\n`)
  const end = skip?.(bytes, 0) ?? -1
  if (end >= 0) expect(end).toBe(bytes.length - 1)
  return end < 0 ? null : (times[0] ?? null)
}

function parsedTime(text: string): number | undefined {
  const place = { where: 'line', labels, blockTokens: 512, secondsPerUnit: 1 }
  return tracedRequest(JSON.parse(text), place)?.timestamp
}

test.each([
  '{"t":1.5,"in":3,"out":1,"blocks":[1,2]}',
  '{ "out" : 1, "blocks": ["a", -2.5 , 18446744073709551615],\t"in": 3.0, "t": -0.001 } \r',
  '{"model":"é{}","tags":["x"],"t":1700000000.1234567,"in":3,"out":1,"blocks":[1]}',
])('%s is skipped at its time', (text) => {
  expect(skippedTime(text)).toBe(parsedTime(text.trim()))
})

test.each([
  '{"t":1e3,"in":3,"out":1,"blocks":[1]}',
  '{"t":01,"in":3,"out":1,"blocks":[1]}',
  '{"t":1,"t":2,"in":3,"out":1,"blocks":[1]}',
  '{"t":"1","in":3,"out":1,"blocks":[1]}',
  '{"t":1,"in":0,"out":1,"blocks":[1]}',
  '{"t":1,"in":3,"out":1.5,"blocks":[1]}',
  '{"t":1,"in":3,"out":1,"blocks":[]}',
  '{"t":1,"in":3,"out":1,"blocks":[1],}',
  '{"t":1,"in":3,"out":1,"blocks":[1]}}',
  '{"t":1,"in":3,"out":1}',
  '{"\\u0074":1,"in":3,"out":1,"blocks":[1]}',
  '{"t":1,"in":3,"out":1,"blocks":[1],"more":{}}',
  '{"t":1,"in":3,"out":1,"blocks":[1]',
  ' {"t":1,"in":3,"out":1,"blocks":[1]}',
  '',
])('%s must be parsed', (text) => {
  expect(skippedTime(text)).toBeNull()
})

test('no line is skipped that the parser refuses, and none at another time', () => {
  const number = fc.oneof(fc.double(), fc.integer(), fc.bigInt({ min: 0n, max: 2n ** 70n }))
  const piece = fc.oneof(
    number.map(String),
    fc.constantFrom('"', ',', ':', '[', ']', '{', '}', '-', '.', '0', 'e', '\\', ' ', '\t'),
  )
  const line = fc.tuple(number, fc.integer({ min: 0, max: 9 }), fc.nat(), fc.nat(9), piece)
  const check = fc.property(line, ([time, tokens, seed, cut, put]) => {
    const plain = `{"t":${time},"in":${tokens},"out":2,"blocks":[${seed},"b"],"x":[${time}]}`
    const at = seed % plain.length
    for (const text of [plain, `${plain.slice(0, at)}${put}${plain.slice(at + cut)}`]) {
      const skipped = skippedTime(text)
      if (skipped !== null) expect(skipped).toBe(parsedTime(text))
    }
  })
  fc.assert(check, { numRuns: 3000 })
})

test('labels that JSON escapes, or that repeat, are left to the parser', () => {
  expect(traceLineSkipper({ ...labels, timestamp: 'a"b' }, () => true)).toBeNull()
  expect(traceLineSkipper({ ...labels, timestamp: 'in' }, () => true)).toBeNull()
})
