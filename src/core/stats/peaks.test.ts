import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measured, refused } from './fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { PeaksBySecond } from './peaks.ts'
import { RequestSpans } from './request-spans.ts'

const none = new Uint32Array()

function spansOf(requests: readonly MeasuredRequest[]): RequestSpans {
  const spans = new RequestSpans()
  for (const request of requests) spans.add(request)
  return spans
}

function peakConcurrency(requests: readonly MeasuredRequest[]): number {
  return spansOf(requests).peakConcurrency()
}

function peaksBySecond(requests: readonly MeasuredRequest[]) {
  const peaks = new PeaksBySecond(spansOf(requests))
  for (const request of requests) peaks.add(request)
  return { tokenEvents: peaks.tokenEvents, requests: peaks.requests }
}

describe('peaks by whole seconds', () => {
  test('count from the first start, and a request in every second it touches', () => {
    const requests = [
      measured({ startS: 10.5, ttftS: 0.1, latencyS: 0.2, interTokenLatenciesUs: none }),
      measured({ startS: 11.2, ttftS: 0.1, latencyS: 0.2, interTokenLatenciesUs: none }),
      measured({ startS: 11.6, ttftS: 0.1, latencyS: 0.2, interTokenLatenciesUs: none }),
    ]
    expect(peaksBySecond(requests)).toEqual({ tokenEvents: 2, requests: 2 })
  })

  test('count events, not tokens', () => {
    const bundled = measured({ outputTokens: 500, interTokenLatenciesUs: Uint32Array.of(1e5, 1e5) })
    expect(peaksBySecond([bundled]).tokenEvents).toBe(3)
  })

  test('are zero without a success', () => {
    expect(peaksBySecond([])).toEqual({ tokenEvents: 0, requests: 0 })
    expect(peaksBySecond([measured({ error: refused })])).toEqual({ tokenEvents: 0, requests: 0 })
  })
})

describe('peak concurrency', () => {
  test.each([
    { spans: [], peak: 0 },
    { spans: [[0, 1]], peak: 1 },
    {
      spans: [
        [0, 1],
        [1, 1],
      ],
      peak: 1,
    },
    {
      spans: [
        [0, 2],
        [1, 2],
        [1.5, 0.1],
        [3, 1],
      ],
      peak: 3,
    },
    {
      spans: [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      peak: 3,
    },
    {
      spans: [
        [0, 0],
        [0, 1],
      ],
      peak: 1,
    },
  ])('of $spans (start, duration) is $peak', ({ spans, peak }) => {
    const requests = spans.map(([startS = 0, latencyS = 0]) => measured({ startS, latencyS }))
    expect(peakConcurrency(requests)).toBe(peak)
  })

  test('includes failed requests', () => {
    expect(peakConcurrency([measured(), measured({ error: refused })])).toBe(2)
  })

  test('never exceeds the peak by whole seconds', () => {
    const spans = fc.array(
      fc.record({
        startS: fc.double({ min: 0, max: 20, noNaN: true }),
        latencyS: fc.double({ min: 0.001, max: 5, noNaN: true }),
      }),
    )
    fc.assert(
      fc.property(spans, (list) => {
        const requests = list.map((span) => measured({ ...span, interTokenLatenciesUs: none }))
        expect(peakConcurrency(requests)).toBeLessThanOrEqual(peaksBySecond(requests).requests)
      }),
    )
  })
})
