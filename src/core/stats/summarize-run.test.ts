import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientCancelledError, measured, refused } from './fixtures/requests.ts'
import { summarizeRun } from './summarize-run.ts'

type SummaryOptions = Parameters<typeof summarizeRun>[1]

const options: SummaryOptions = {
  durationS: 2,
  percentiles: [99],
  goodputLimitsMs: {},
  client: null,
}

describe('summarizeRun', () => {
  test('divides what succeeded by the duration', () => {
    const requests = [measured(), measured(), measured({ error: refused, outputTokens: 99 })]
    expect(summarizeRun(requests, options)).toMatchObject({
      completed: 2,
      failed: 1,
      totalInputTokens: 20,
      totalOutputTokens: 6,
      requestThroughput: 1,
      outputThroughput: 3,
      totalTokenThroughput: 13,
      requestGoodput: null,
      peakConcurrency: 3,
      errors: [{ code: 'refused', message: 'connection refused', count: 1 }],
    })
  })

  test('counts apart what the client cancelled, and what it had received of it', () => {
    const cancelled = { error: clientCancelledError, outputTokens: 99 }
    const requests = [
      ...[measured(), measured(), measured({ error: refused })],
      measured({ ...cancelled, discardedTokens: 4 }),
      measured({ ...cancelled, discardedTokens: 0 }),
    ]
    expect(summarizeRun(requests, options)).toMatchObject({
      ...{ completed: 2, failed: 1, clientCancelled: 2, totalOutputTokens: 6 },
      ...{ discardedTokens: 4, discardedShare: 0.4, requestThroughput: 1 },
    })
    expect(summarizeRun([measured()], options)).toMatchObject({
      ...{ clientCancelled: null, discardedTokens: null, discardedShare: null },
    })
  })

  test('says how much faster than real time recordings were heard', () => {
    const requests = [measured({ inputAudioS: 5 }), measured({ error: refused, inputAudioS: 9 })]
    expect(summarizeRun(requests, options).rtfx).toBe(2.5)
  })

  test('judges goodput only by the limits given', () => {
    const requests = [measured(), measured({ ttftS: 5 })]
    const { requestGoodput } = summarizeRun(requests, {
      ...options,
      goodputLimitsMs: { ttft: 100 },
    })
    expect(requestGoodput).toBe(0.5)
  })

  test('a run of nothing is all zeros', () => {
    const summary = summarizeRun([], { ...options, durationS: 0 })
    expect(summary).toMatchObject({ completed: 0, failed: 0, requestThroughput: 0 })
    expect(summary.metrics.ttft).toMatchObject({ count: 0, mean: 0 })
  })

  test('counts every request once and no failure in any metric', () => {
    const outcomes = fc.array(fc.record({ failed: fc.boolean(), outputTokens: fc.nat(50) }))
    fc.assert(
      fc.property(outcomes, (list) => {
        const requests = list.map(({ failed, outputTokens }) =>
          measured({ outputTokens, error: failed ? refused : null }),
        )
        const summary = summarizeRun(requests, options)
        expect(summary.completed + Number(summary.failed)).toBe(list.length)
        expect(summary.metrics.ttft.count).toBe(summary.completed)
        expect(summary.metrics.e2el.count).toBe(summary.completed)
        expect(summary.metrics.tpot.count).toBeLessThanOrEqual(summary.completed)
        expect(summary.outputThroughput).toBeLessThanOrEqual(Number(summary.totalTokenThroughput))
      }),
    )
  })
})
