import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats, MetricValues } from '#core/stats/metric-stats.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'
import { expectClose, readVectors } from './golden-vectors.ts'

const statsSchema = z.object({
  mean: z.number(),
  median: z.number(),
  std: z.number(),
  percentiles: z.array(z.tuple([z.number(), z.number()])),
})
type GoldenStats = z.infer<typeof statsSchema>

const requestSchema = z.object({
  success: z.boolean(),
  startTime: z.number(),
  ttft: z.number(),
  latency: z.number(),
  itl: z.array(z.number()),
  outputTokens: z.int(),
  promptLen: z.int(),
  error: z.string(),
})

const cases = readVectors(
  'metrics.json',
  z
    .array(
      z.object({
        requests: z.array(requestSchema),
        durationS: z.number(),
        goodputMs: z.object({ ttft: z.number(), tpot: z.number(), e2el: z.number() }),
        expected: z.object({
          completed: z.int(),
          failed: z.int(),
          totalInput: z.int(),
          totalOutput: z.int(),
          requestThroughput: z.number(),
          requestGoodput: z.number(),
          outputThroughput: z.number(),
          totalTokenThroughput: z.number(),
          maxOutputTokensPerS: z.number(),
          maxConcurrentRequests: z.int(),
          statsMs: z.object({
            ttft: statsSchema,
            tpot: statsSchema,
            itl: statsSchema,
            e2el: statsSchema,
            token_latency: statsSchema,
          }),
        }),
      }),
    )
    .min(1),
)

describe.each(cases)('a run of $durationS s', ({ requests, durationS, goodputMs, expected }) => {
  const measured = requests.map(measuredFromGolden)
  const percentiles = expected.statsMs.ttft.percentiles.map(([percentile]) => percentile)
  const summary = summarizeRun(measured, {
    durationS,
    percentiles,
    goodputLimitsMs: goodputMs,
    client: null,
  })

  test('totals', () => {
    expect(summary.completed).toBe(expected.completed)
    expect(summary.failed).toBe(expected.failed)
    expect(summary.totalInputTokens).toBe(expected.totalInput)
    expect(summary.totalOutputTokens).toBe(expected.totalOutput)
  })

  test('throughput and goodput', () => {
    expectClose(
      [
        summary.requestThroughput,
        summary.requestGoodput ?? NaN,
        summary.outputThroughput ?? NaN,
        summary.totalTokenThroughput ?? NaN,
      ],
      [
        expected.requestThroughput,
        expected.requestGoodput,
        expected.outputThroughput,
        expected.totalTokenThroughput,
      ],
    )
  })

  test('peaks by whole seconds', () => {
    expect(summary.maxOutputTokensPerS).toBe(expected.maxOutputTokensPerS)
    expect(summary.maxConcurrentRequests).toBe(expected.maxConcurrentRequests)
  })

  test.each(['ttft', 'tpot', 'itl', 'e2el'] as const)('statistics of %s', (metric) => {
    expectStats(summary.metrics[metric], expected.statsMs[metric])
  })

  test('statistics of token latency', () => {
    const values = new MetricValues()
    for (const request of measured) values.add(request)
    const stats = metricStats(values.durationsOf('token_latency'), percentiles)
    expectStats(stats, expected.statsMs.token_latency)
  })
})

function measuredFromGolden(request: z.infer<typeof requestSchema>): MeasuredRequest {
  return {
    startS: request.startTime,
    queueS: 0,
    ttftS: request.ttft,
    firstS: { chunk: null, content: null, reasoning: null, toolCall: null },
    latencyS: request.latency,
    interTokenLatenciesUs: Float64Array.from(request.itl, (gapS) => gapS * 1e6),
    promptTokens: request.promptLen,
    inputs: 1,
    inputAudioS: 0,
    outputTokens: request.outputTokens,
    error: request.success
      ? null
      : { code: 'http-status', message: request.error, status: 500, body: null },
  }
}

function expectStats(actual: MetricStats, expected: GoldenStats): void {
  expectClose(
    [
      actual.mean,
      actual.median,
      actual.std ?? NaN,
      ...actual.percentiles.map(({ value }) => value),
    ],
    [
      expected.mean,
      expected.median,
      expected.std,
      ...expected.percentiles.map(([, value]) => value),
    ],
  )
}
