import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { decodeGaps, encodeGaps } from './request-columns.ts'

test('gaps come back exactly as they went in', () => {
  expectRoundTrip(fc.uint32Array({ maxLength: 300 }), (gapsUs) => decodeGaps(encodeGaps(gapsUs)))
})

test.each([
  { remark: 'nothing', gapsUs: [], bytes: [] },
  { remark: 'the largest one-byte gap', gapsUs: [127], bytes: [0x7f] },
  { remark: 'the smallest two-byte gap', gapsUs: [128], bytes: [0x80, 0x01] },
  { remark: 'a usual gap of 8 ms takes two', gapsUs: [8000], bytes: [0xc0, 0x3e] },
  {
    remark: 'the largest 32-bit gap, over an hour',
    gapsUs: [0xffffffff],
    bytes: [0xff, 0xff, 0xff, 0xff, 0x0f],
  },
])('$remark has one known form', ({ gapsUs, bytes }) => {
  expect([...encodeGaps(Uint32Array.from(gapsUs))]).toEqual(bytes)
})
