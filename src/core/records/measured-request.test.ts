import { describe, expect, test } from 'vitest'
import { measured, record, refused } from '#core/stats/fixtures/requests.ts'
import {
  e2elIncludingRetriesS,
  isSuccess,
  measuredFromRecord,
  tpotS,
  ttftIncludingRetriesS,
} from './measured-request.ts'

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

describe('latencies from the first attempt', () => {
  const attempt = { status: 429, waitUs: 200_000 }
  const rejected = [
    { ...attempt, sentAtUs: 1_000_000, endedAtUs: 1_100_000 },
    { ...attempt, sentAtUs: 1_300_000, endedAtUs: 1_400_000 },
  ]
  const times = { sentAtUs: 1_600_000, firstTokenAtUs: 1_700_000, endedAtUs: 2_000_000 }

  test.each([
    ['in a run that does not retry', undefined, null, null],
    ['of the first attempt', [], 0.1, 0.4],
    ['of the second attempt', rejected.slice(1), 0.4, 0.7],
    ['of the third attempt', rejected, 0.7, 1],
  ])('%s', (_, attempts, ttft, e2el) => {
    const request = measuredFromRecord(record({ ...times, rejected: attempts }))
    const [ttftS, e2elS] = [ttftIncludingRetriesS(request), e2elIncludingRetriesS(request)]
    const close = (value: number | null): unknown =>
      value === null ? null : expect.closeTo(value, 9)
    expect([ttftS, e2elS]).toEqual([close(ttft), close(e2el)])
  })

  test('of a document is the whole alone', () => {
    const request = measuredFromRecord(record({ ...times, firstTokenAtUs: null, rejected }))
    expect([ttftIncludingRetriesS(request), e2elIncludingRetriesS(request)]).toEqual([
      null,
      expect.closeTo(1, 9),
    ])
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
