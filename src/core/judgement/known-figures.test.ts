import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { ComparedScalar } from '#core/metrics/figures.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { figureInterval, latencyFigure, throughputFigure, valuesNeeded } from './known-figures.ts'

const requests = Array.from({ length: 10 }, (_, index) => measured({ startS: index }))
const summary: RunSummary = {
  ...wholeSummary(requests, defaultBenchmarkConfig),
  outputThroughput: 200,
  requestThroughput: 10,
  totalTokenThroughput: 500,
  requestGoodput: null,
  certainty: null,
}
const certainty: RunSummary['certainty'] = {
  rate: null,
  pace: null,
  littlesLawRatio: null,
  steadiness: null,
  goodShare: null,
  figures: [
    { metric: 'ttft', percentile: 50, intervalMs: { low: 1, high: 2 }, fewestValues: 6 },
    { metric: 'ttft', percentile: null, intervalMs: null, fewestValues: 16 },
  ],
  throughput: {
    requests: { low: 0.9, high: 1.1 },
    outputTokens: { low: 0.8, high: 1.2 },
    totalTokens: { low: 0.7, high: 1.3 },
  },
  stalls: { worstS: 0, gaps: 0, requests: 0 },
}

describe('a throughput', () => {
  test.each<[ComparedScalar, number, number]>([
    ['outputThroughput', 160, 240],
    ['requestThroughput', 9, 11],
    ['totalTokenThroughput', 350, 650],
  ])('%s is as sure as what it comes with', (name, low, high) => {
    const { value, interval } = throughputFigure({ ...summary, certainty }, name) ?? {}
    expect(value).toBe(summary[name])
    expect(interval?.low).toBeCloseTo(low, 9)
    expect(interval?.high).toBeCloseTo(high, 9)
  })

  test('of a run without records is as sure as a count of its requests', () => {
    const { interval } = throughputFigure({ ...summary, completed: 100 }, 'requestThroughput') ?? {}
    expect(interval?.low).toBeCloseTo(10 * Math.exp(-0.196), 9)
    expect(interval?.high).toBeCloseTo(10 * Math.exp(0.196), 9)
  })

  test('goodput counts rejected and cancelled requests among all, as its share does', () => {
    const ended = { completed: 60, failed: 10, rejected: 20, clientCancelled: 10, durationS: 10 }
    const goodShare = { low: 0.4, high: 0.6 }
    const known = { ...summary, ...ended, certainty: certainty && { ...certainty, goodShare } }
    const { low = 0, high = 0 } =
      throughputFigure({ ...known, requestGoodput: 5 }, 'requestGoodput')?.interval ?? {}
    expect(Math.sqrt(low * high)).toBeCloseTo(5, 0)
  })

  test('at an offered rate is as uncertain as the share of requests that failed', () => {
    const width = (failed: number) => {
      const { summary: found } = generatedRun({ rate: 10, requests: 200, failed })
      const figure = throughputFigure(found, 'requestThroughput')
      const { low, high } = figure?.interval ?? { low: 0, high: 0 }
      return (high - low) / (figure?.value ?? 1)
    }
    expect(width(0)).toBeLessThan(0.04)
    expect(width(75)).toBeGreaterThan(0.15)
  })

  test('is nothing where none is requested', () => {
    expect(throughputFigure({ ...summary, certainty }, 'requestGoodput')).toBeNull()
  })
})

test('a latency has the interval of its own statistic', () => {
  const known = (percentile: number | null) =>
    latencyFigure({ ...summary, certainty }, { metric: 'ttft', percentile })
  expect(known(50)?.interval).toEqual({ low: 1, high: 2 })
  expect(known(null)).toEqual({ value: summary.metrics.ttft.mean, interval: null })
  expect(known(12)).toBeNull()
})

test('an interval beyond five times its latency is not shown, and limits still use it', () => {
  const value = summary.metrics.ttft.median
  const wide = (high: number) => ({
    ...summary,
    certainty: {
      ...certainty,
      figures: [
        { metric: 'ttft', percentile: 50, intervalMs: { low: 0, high }, fewestValues: 6 } as const,
      ],
    },
  })
  const needed = (run: RunSummary) =>
    run.certainty?.figures.map((figure) => valuesNeeded(figure, run))
  const ttft = { metric: 'ttft', percentile: 50 } as const
  expect(latencyFigure(wide(4.9 * value), ttft)?.interval).not.toBeNull()
  expect(needed(wide(4.9 * value))).toEqual([null])
  expect(latencyFigure(wide(25 * value), ttft)?.interval).toBeNull()
  // Twice as wide a logarithm takes four times as many of the ten values.
  expect(needed(wide(25 * value))).toEqual([40])
  expect(figureInterval(wide(25 * value), { name: 'ttft', percentile: 50 })).toEqual({
    low: 0,
    high: 25 * value,
  })
})

test('the share of requests that the client cancels varies from run to run', () => {
  const runOf = (clientCancelled: number) =>
    generatedRun({ requests: 400, rate: 10, clientCancelled }).summary
  const reachOf = (one: RunSummary) => {
    const { low = 0, high = 0 } = throughputFigure(one, 'requestThroughput')?.interval ?? {}
    return Math.log(high / low)
  }
  expect(reachOf(runOf(80)) - reachOf(runOf(0))).toBeGreaterThan(0.08)
})

test('the ends of TTFT are not above those of E2EL, of which it is a part', () => {
  const figures = [
    { metric: 'ttft', percentile: null, intervalMs: { low: 62, high: 461 }, fewestValues: 16 },
    { metric: 'e2el', percentile: null, intervalMs: { low: 60, high: 391 }, fewestValues: 16 },
  ] as const
  const known = { ...summary, certainty: certainty && { ...certainty, figures: [...figures] } }
  const intervalOf = (metric: 'ttft' | 'e2el') =>
    figureInterval(known, { name: metric, percentile: null })
  expect(intervalOf('ttft')).toEqual({ low: 62, high: 391 })
  expect(intervalOf('e2el')).toEqual({ low: 62, high: 391 })
})
