import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { record, refused } from '../fixtures/requests.ts'
import { buildTimeline } from './timeline.ts'

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

describe('buildTimeline', () => {
  test('puts events, answers and failures where they happened', () => {
    const timeline = buildTimeline(
      [
        record({ scheduledAtUs: 0, outputTokens: 6, inputs: 3 }),
        record({ scheduledAtUs: 110_000, sentAtUs: 120_000, endedAtUs: 220_000, error: refused }),
      ],
      0.4,
    )
    expect(timeline).toEqual({
      bucketS: 0.1,
      atS: [0, 0.1, 0.2, expect.closeTo(0.3, 12)],
      outputTokensPerSecond: [0, 20, 20, 20],
      inputsPerSecond: [0, 0, 0, 30],
      requestsPerSecondAsked: [10, 10, 0, 0],
      requestsPerSecondCompleted: [0, 0, 0, 10],
      concurrency: [1, expect.closeTo(1.8, 12), expect.closeTo(1.2, 12), 0],
      failures: [0, 0, 1, 0],
      ttftMedianMs: [null, 100, null, null],
      ttftMaxMs: [null, 100, null, null],
    })
  })

  test.each([
    { durationS: 0, bucketS: 0.1, buckets: 1 },
    { durationS: 20, bucketS: 0.1, buckets: 200 },
    { durationS: 61, bucketS: 0.5, buckets: 122 },
    { durationS: 3600, bucketS: 20, buckets: 180 },
    { durationS: 1e6, bucketS: 5000, buckets: 200 },
  ])('$durationS s take $buckets buckets of $bucketS s', ({ durationS, bucketS, buckets }) => {
    const timeline = buildTimeline([], durationS)
    expect(timeline.bucketS).toBe(bucketS)
    expect(timeline.atS).toHaveLength(buckets)
    expect(timeline.failures).toHaveLength(buckets)
  })

  test('loses no request, token or second', () => {
    const spans = fc.array(
      fc.record({ sentAtUs: fc.nat(20_000_000), lastsUs: fc.nat(5_000_000), gapUs: fc.nat(1000) }),
    )
    fc.assert(
      fc.property(spans, (list) => {
        const records = list.map(({ sentAtUs, lastsUs, gapUs }) =>
          record({
            scheduledAtUs: sentAtUs,
            sentAtUs,
            firstTokenAtUs: sentAtUs,
            endedAtUs: sentAtUs + lastsUs,
            interTokenLatenciesUs: Uint32Array.of(gapUs, gapUs),
            outputTokens: 7,
          }),
        )
        const { bucketS, ...series } = buildTimeline(records, 25)
        const lastingS = sum(list.map(({ lastsUs }) => lastsUs)) / 1e6
        expect(sum(series.outputTokensPerSecond) * bucketS).toBeCloseTo(7 * list.length, 6)
        expect(sum(series.requestsPerSecondAsked) * bucketS).toBeCloseTo(list.length, 6)
        expect(sum(series.requestsPerSecondCompleted) * bucketS).toBeCloseTo(list.length, 6)
        expect(sum(series.concurrency) * bucketS).toBeCloseTo(lastingS, 6)
      }),
    )
  })
})
