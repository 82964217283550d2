import { describe, expect, test } from 'vitest'
import type { SampledSource, SampledValues } from '#core/records/sampled-values.ts'
import { summarizeTelemetry } from './summarize-telemetry.ts'

const startedAtEpochMs = 1_790_000_000_000

type At = readonly [atS: number, values: SampledValues]

function source(kind: SampledSource['kind'], label: string, samples: readonly At[]): SampledSource {
  return {
    kind,
    label,
    samples: samples.map(([atS, values]) => ({ atEpochMs: startedAtEpochMs + atS * 1000, values })),
  }
}

function summaryOf(sources: readonly SampledSource[], durationS: number) {
  const run = { startedAtEpochMs, durationS, totalOutputTokens: 0, steadyState: null }
  return summarizeTelemetry(sources, { ...run, requests: [], limitsMs: {} })
}

test('of GPUs has their power together, unknown if one does not report it', () => {
  const powerAt = (...samples: readonly (readonly [atS: number, powerW: number])[]) =>
    samples.map(([atS, powerW]): At => [atS, { powerW }])
  const one = source('gpu', '0', powerAt([0, 100], [1, 100], [2, 100]))
  const other = source('gpu', '1', powerAt([0.01, 300], [1.01, 500], [2.01, 300]))
  const silent = source('gpu', '1', [[0, { powerW: null, utilizationPercent: 4 }]])
  const powerW = { max: expect.closeTo(598, 6) as number }
  expect(summaryOf([one, other], 2)?.gpu).toMatchObject({ count: 2, powerW })
  expect(summaryOf([one, silent], 1)?.gpu).toMatchObject({ count: 2, powerW: null })
})

test('throttling is a share of the samples that report it', () => {
  const samples: At[] = [0, 4, 4, 0x44].map((bits, atS) => [atS, { throttleReasons: bits }])
  const reported = summaryOf([source('gpu', '0', [...samples, [3.5, { powerW: 1 }]])], 4)?.gpu
  expect(reported?.throttling).toEqual([
    { reason: 'power cap', share: 0.75 },
    { reason: 'hardware thermal slowdown', share: 0.25 },
  ])
})

describe('a server', () => {
  test('is summed up over time', () => {
    const server = source('server', '', [
      [0, { requestsRunning: 0, requestsWaiting: 2, kvCacheUsage: 0.5, preemptions: 3 }],
      [2, { requestsRunning: 4, requestsWaiting: 2, kvCacheUsage: 0.5, preemptions: 5 }],
    ])
    const reported = summaryOf([server], 2)
    expect(reported).toMatchObject({
      server: {
        requestsRunning: { mean: 2, max: 4 },
        requestsWaiting: { mean: 2, max: 2 },
        kvCachePercent: { mean: 50, max: 50 },
        preemptions: 2,
      },
      gpu: null,
    })
  })

  test('is summed up with others, and on its own', () => {
    const servers = [
      source('server', 'a:1', [
        [
          0,
          { requestsRunning: 4, kvCacheUsage: 0.2, externalCacheQueries: 10, externalCacheHits: 0 },
        ],
        [
          2,
          {
            requestsRunning: 4,
            kvCacheUsage: 0.2,
            externalCacheQueries: 60,
            externalCacheHits: 30,
          },
        ],
      ]),
      source('server', 'b:1', [
        [
          0,
          { requestsRunning: 0, kvCacheUsage: 0.4, externalCacheQueries: 0, externalCacheHits: 0 },
        ],
        [
          2,
          { requestsRunning: 2, kvCacheUsage: 0.4, externalCacheQueries: 50, externalCacheHits: 0 },
        ],
      ]),
    ]
    expect(summaryOf(servers, 2)).toMatchObject({
      server: {
        requestsRunning: { mean: 5, max: 6 },
        kvCachePercent: { mean: expect.closeTo(30, 9) as number, max: 40 },
        externalCacheHitPercent: 30,
        transferMB: null,
      },
      servers: [
        { label: 'a:1', requestsRunning: { mean: 4, max: 4 } },
        { label: 'b:1', requestsRunning: { mean: 1, max: 2 } },
      ],
    })
  })

  test('has the metrics that were named: value, rate, and the mean of what was observed', () => {
    const metrics = [
      source('metric', 'gauge', [
        [0, { metricValue: 1 }],
        [2, { metricValue: 3 }],
      ]),
      source('metric', 'counter', [
        [0, { metricTotal: 100 }],
        [1, { metricTotal: 110 }],
        [2, { metricTotal: 130 }],
      ]),
      source('metric', 'histogram', [
        [0, { metricSum: 0, metricCount: 0 }],
        [1, { metricSum: 10, metricCount: 10 }],
        [2, { metricSum: 20, metricCount: 12 }],
      ]),
      source('metric', 'idle histogram', [
        [0, { metricSum: 5, metricCount: 1 }],
        [2, { metricSum: 5, metricCount: 1 }],
      ]),
    ]
    expect(summaryOf(metrics, 2)?.metrics).toEqual([
      { label: 'gauge', reading: 'value', mean: 2, max: 3 },
      { label: 'counter', reading: 'rate', mean: 15, max: 20 },
      { label: 'histogram', reading: 'mean', mean: 20 / 12, max: 5 },
    ])
  })

  test('without samples during the run is nothing', () => {
    const server = source('server', '', [[-60, { requestsRunning: 1 }]])
    expect(summaryOf([server], 2)).toBeNull()
  })
})
