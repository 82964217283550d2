import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { anyTurn } from '#core/model/run/any-turn.test-support.ts'
import type { RequestRecord } from './request-record.ts'
import { packRecords, unpackRecords } from './packed-records.ts'

const us = fc.nat()
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

const record: fc.Arbitrary<RequestRecord> = fc.record({
  index: us,
  requestId: orNull(fc.string()),
  scheduledAtUs: us,
  sentAtUs: us,
  firstTokenAtUs: orNull(us),
  firstAtUs: fc.record({
    chunk: orNull(us),
    content: orNull(us),
    reasoning: orNull(us),
    toolCall: orNull(us),
  }),
  endedAtUs: us,
  interTokenLatenciesUs: fc.array(us, { maxLength: 5 }).map((gaps) => Uint32Array.from(gaps)),
  promptTokens: us,
  inputs: fc.nat(),
  inputAudioS: orNull(fc.double({ noNaN: true })),
  resent: fc.option(fc.constant(true), { nil: undefined }),
  turn: anyTurn,
  serverTimes: fc.option(fc.record({ queueS: orNull(fc.double()), ttftS: orNull(fc.double()) }), {
    nil: undefined,
  }),
  tokenParts: fc.option(
    fc.record(
      { reasoning: orNull(us), cached: orNull(us), isRecounted: fc.constant(true) },
      { requiredKeys: ['reasoning', 'cached'] },
    ),
    { nil: undefined },
  ),
  reasoningText: fc.option(fc.string(), { nil: undefined }),
  readAtOnce: fc.constantFrom(true, undefined),
  outputTokens: orNull(us),
  generatedText: fc.string(),
  error: orNull(
    fc.record({
      code: fc.constantFrom('refused', 'truncated'),
      message: fc.string(),
      status: orNull(us),
      body: orNull(fc.string()),
    }),
  ),
})

describe('records on their way between processes', () => {
  it('arrive as they left', () => {
    const batches = fc.array(record, { maxLength: 20 })
    expectRoundTrip(batches, (records) => unpackRecords(packRecords(records)))
  })

  it('do not keep the memory of their batch', () => {
    const gaps = { interTokenLatenciesUs: new Uint32Array(3) }
    const batch = fc.sample(record, 4).map((each) => ({ ...each, ...gaps }))
    for (const { interTokenLatenciesUs } of unpackRecords(packRecords(batch))) {
      expect(interTokenLatenciesUs.buffer.byteLength).toBe(12)
    }
  })
})
