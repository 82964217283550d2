import { describe, expect, test } from 'vitest'
import { measured, record, refused } from '#core/stats/fixtures/requests.ts'
import { isSuccess, measuredFromRecord, tpotS } from './measured-request.ts'

describe('a measured request', () => {
  test('counts its durations from sending', () => {
    const { sentAtUs, firstTokenAtUs, endedAtUs } = {
      sentAtUs: 2_000_000,
      firstTokenAtUs: 2_250_000,
      endedAtUs: 2_750_001,
    }
    expect(
      measuredFromRecord(record({ scheduledAtUs: 1_500_000, sentAtUs, firstTokenAtUs, endedAtUs })),
    ).toMatchObject({
      startS: 2,
      queueS: 0.5,
      ttftS: 0.25,
      latencyS: 0.750001,
      interTokenLatenciesUs: Uint32Array.of(100_000, 100_000),
    })
  })

  test('is assumed to hold one token when not counted', () => {
    expect(measuredFromRecord(record({ outputTokens: null })).outputTokens).toBe(1)
  })

  test('has no time to first token when none came', () => {
    const failed = measuredFromRecord(record({ firstTokenAtUs: null, error: refused }))
    expect(failed.ttftS).toBe(0)
    expect(isSuccess(failed)).toBe(false)
  })
})

describe('time per output token', () => {
  test.each([
    { outputTokens: 5, expected: 0.1 },
    { outputTokens: 2, expected: 0.4 },
    { outputTokens: 1, expected: null },
    { outputTokens: 0, expected: null },
  ])('of $outputTokens tokens is $expected', ({ outputTokens, expected }) => {
    expect(tpotS(measured({ ttftS: 0.25, latencyS: 0.65, outputTokens }))).toEqual(
      expected && expect.closeTo(expected, 12),
    )
  })
})
