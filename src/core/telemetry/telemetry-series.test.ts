import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SampledSource, SampledValues } from '#core/records/sampled-values.ts'
import type { Point } from './over-time.ts'
import { telemetrySeriesOf, thinned } from './telemetry-series.ts'

const startedAtEpochMs = 1_790_000_000_000

function source(kind: SampledSource['kind'], samples: readonly [atS: number, SampledValues][]) {
  return {
    kind,
    label: kind === 'gpu' ? '0' : '',
    samples: samples.map(([atS, values]) => ({ atEpochMs: startedAtEpochMs + atS * 1000, values })),
  }
}

function pointsOf(name: string, sampled: SampledSource, durationS = 10) {
  const { series } = telemetrySeriesOf([sampled], { startedAtEpochMs, durationS })
  const found = series.find((each) => each.name === name)
  return found?.points.map(({ atS, value }) => [atS, value])
}

describe('series of a run', () => {
  test('put what was seen where it was, and a sample more on either side', () => {
    const running = [-3, -1, 0, 1, 11, 12].map((atS): [number, SampledValues] => [
      atS,
      { requestsRunning: atS, kvCacheUsage: 0.25 },
    ])
    expect(pointsOf('requestsRunning', source('server', running))).toEqual([
      [-1, -1],
      [0, 0],
      [1, 1],
      [6, null],
      [11, 11],
    ])
    expect(pointsOf('kvCachePercent', source('server', running))?.[0]).toEqual([-1, 25])
  })

  test('make rates of counters, and none where a counter restarted', () => {
    const counted = source('server', [
      [0, { generationTokens: 100, prefixCacheQueries: 10, prefixCacheHits: 0 }],
      [1, { generationTokens: 300, prefixCacheQueries: 30, prefixCacheHits: 5 }],
      [3, { generationTokens: 400, prefixCacheQueries: 30, prefixCacheHits: 5 }],
      [4, { generationTokens: 10, prefixCacheQueries: 0, prefixCacheHits: 0 }],
      [5, { generationTokens: 20, prefixCacheQueries: 4, prefixCacheHits: 4 }],
    ])
    expect(pointsOf('generationTokensPerS', counted)).toEqual([
      [0.5, 200],
      [2, 50],
      [4.5, 10],
    ])
    expect(pointsOf('prefixCacheHitPercent', counted)).toEqual([
      [0.5, 25],
      [4.5, 100],
    ])
  })

  test('are absent without samples', () => {
    const gpu = source('gpu', [[1, { powerW: 300, temperatureC: null }]])
    const { series } = telemetrySeriesOf([gpu], { startedAtEpochMs, durationS: 10 })
    expect(series.map(({ name, label }) => [name, label])).toEqual([['gpuPowerW', '0']])
  })

  test('of long runs are thinned, and that is said', () => {
    const long = Array.from({ length: 3600 }, (_, atS): [number, SampledValues] => [
      atS,
      { powerW: atS === 1777 ? 700 : 300 },
    ])
    const { series, isThinned } = telemetrySeriesOf([source('gpu', long)], {
      startedAtEpochMs,
      durationS: 3600,
    })
    expect(isThinned).toBe(true)
    expect(series[0]?.points.length).toBeLessThanOrEqual(1000)
    expect(series[0]?.points).toContainEqual({ atS: 1777, value: 700 })
  })
})

describe('fewer points', () => {
  const height = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))

  test('keep order, peaks and interruptions', () => {
    fc.assert(
      fc.property(
        fc.array(height, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 2, max: 50 }),
        (values, most) => {
          const points: Point[] = values.map((value, atS) => ({ atS, value }))
          const kept = thinned(points, most)
          const reported = (some: readonly Point[]) => some.flatMap(({ value }) => value ?? [])
          expect(kept.length).toBeLessThanOrEqual(Math.max(most, 1))
          expect(kept.map(({ atS }) => atS)).toEqual(
            kept.map(({ atS }) => atS).toSorted((a, b) => a - b),
          )
          expect(points).toEqual(expect.arrayContaining([...kept]))
          if (reported(points).length === 0) return
          expect(Math.max(...reported(kept))).toBe(Math.max(...reported(points)))
          if (values.includes(null)) expect(kept.some(({ value }) => value === null)).toBe(true)
          else expect(Math.min(...reported(kept))).toBe(Math.min(...reported(points)))
        },
      ),
    )
  })
})
