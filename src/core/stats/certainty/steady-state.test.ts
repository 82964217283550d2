import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { measured, refused } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { summarizeRun } from '../summarize-run.ts'
import { type SteadyStateOptions, steadyStateOptionsOf } from './steady-window.ts'

const none = new Uint32Array()

function lasting(startS: number, latencyS: number): MeasuredRequest {
  return measured({ startS, latencyS, ttftS: 0, interTokenLatenciesUs: none, outputTokens: 0 })
}

function steadyStateOf(
  requests: readonly MeasuredRequest[],
  options: Partial<SteadyStateOptions> = {},
) {
  return summarizeRun(requests, {
    durationS: 100,
    percentiles: [50],
    goodputLimitsMs: {},
    client: null,
    steadyState: { target: 2, threshold: 1, minWindowS: 0, ...options },
  }).steadyState
}

describe('the steady state of a run', () => {
  test('lasts from the first to the last moment with this number in flight', () => {
    const climbing = Array.from({ length: 10 }, (_, index) => lasting(index, 30))
    const steady = steadyStateOf([...climbing, lasting(15, 5)], { target: 10 })
    expect(steady?.window).toMatchObject({
      startS: 9,
      endS: 30,
      durationS: 21,
      firstStartS: 0,
      targetConcurrency: 10,
      thresholdConcurrency: 10,
      observedPeak: 11,
      requestsStarted: 2,
      requestsCompleted: 1,
      requestsTotal: 11,
    })
  })

  test.each([
    { remark: 'nothing was sent', requests: [] },
    { remark: 'everything failed', requests: [measured({ error: refused })] },
    { remark: 'the level was never reached', requests: [lasting(0, 1), lasting(10, 1)] },
    {
      remark: 'nothing began or ended at that level',
      requests: [lasting(0, 5), lasting(5, 5), lasting(5, 0)],
    },
  ])('is none where $remark', ({ requests }) => {
    expect(steadyStateOf(requests)).toBeNull()
  })

  test('is not interrupted where one request follows the other at the same moment', () => {
    const steady = steadyStateOf([lasting(0, 5), lasting(2, 3), lasting(5, 2), lasting(5, 2)])
    expect(steady?.window).toMatchObject({ startS: 2, endS: 7, observedPeak: 2 })
  })

  test('is measured by what happened in it, with latencies of what began in it', () => {
    const request = (startS: number) =>
      measured({
        startS,
        ttftS: 1,
        latencyS: 3,
        interTokenLatenciesUs: Uint32Array.of(1e6, 1e6),
        promptTokens: 10,
        outputTokens: 6,
      })
    // Two are in flight from 2 to 4: two events of the first request come then, and one of the second.
    const steady = steadyStateOf([request(1), request(2)], { minWindowS: 5 })
    expect(steady).toMatchObject({
      window: { startS: 2, endS: 4, requestsStarted: 1, requestsCompleted: 0, isShort: true },
      requestThroughput: 0,
      inputThroughput: 5,
      outputThroughput: (2 * 2 + 1 * 2) / 2,
      totalTokenThroughput: 8,
      ttft: { count: 1, mean: 1000 },
      tpot: { count: 1, mean: 400 },
    })
    expect(steady?.tpot.percentiles.map(({ percentile }) => percentile)).toEqual([90, 99, 50])
  })

  test('at a rate ends with the last request, although one of several servers still has a queue', () => {
    const requests = Array.from({ length: 20 }, (_, at) => lasting(at, at % 2 === 0 ? 2 : 2 + at))
    expect(steadyStateOf(requests, { target: 'usual' })?.window).toMatchObject({ endS: 19 })
    expect(steadyStateOf(requests, { target: 5 })?.window.endS).toBe(24)
  })

  test('never has more of anything than the whole run', () => {
    const spans = fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 5000 })))
    fc.assert(
      fc.property(spans, fc.constantFrom('usual' as const, 3), (list, target) => {
        const requests = list.map(([at, lasts]) => lasting(at / 1000, lasts / 1000))
        const window = steadyStateOf(requests, { target, threshold: 0.9 })?.window
        if (window === undefined) return
        expect(window.startS).toBeLessThanOrEqual(window.endS)
        expect(window.requestsStarted).toBeLessThanOrEqual(window.requestsTotal)
        expect(window.requestsCompleted).toBeLessThanOrEqual(window.requestsTotal)
        expect(window.thresholdConcurrency).toBeLessThanOrEqual(window.observedPeak)
      }),
    )
  })
})

describe('a load', () => {
  test.each<[object, SteadyStateOptions['target'] | null, string]>([
    [{ maxConcurrency: 64 }, 64, 'aims at its limit'],
    [{ requestRate: 4 }, 'usual', 'at a rate keeps what it usually has in flight'],
    [{ requestRate: 4, maxConcurrency: 64 }, 'usual', 'at a rate may never reach its limit'],
    [{}, null, 'of one burst aims at nothing'],
    [
      { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9, maxConcurrency: 64 },
      null,
      'that ramps has no level',
    ],
    [{ datasetName: 'timed_trace' }, 'usual', 'at recorded times'],
    [{ maxConcurrency: 64, steadyState: false }, null, 'whose steady state is not asked for'],
  ])('%j has the target %s: %s', (config, target) => {
    const whole: BenchmarkConfig = benchmarkFieldsSchema.parse(config)
    expect(steadyStateOptionsOf(whole, 60)?.target ?? null).toBe(target)
  })

  test.each([
    { steadyStateMinWindow: null, durationS: 60, minWindowS: 10 },
    { steadyStateMinWindow: null, durationS: 600, minWindowS: 60 },
    { steadyStateMinWindow: 3, durationS: 600, minWindowS: 3 },
  ])(
    'of $durationS s asks for a window of $minWindowS s',
    ({ durationS, minWindowS, ...asked }) => {
      const config = benchmarkFieldsSchema.parse({ requestRate: 4, ...asked })
      expect(steadyStateOptionsOf(config, durationS)?.minWindowS).toBe(minWindowS)
    },
  )
})
