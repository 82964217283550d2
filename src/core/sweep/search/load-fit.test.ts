import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { measured, refused } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { fitLoads } from './load-fit.ts'
import { isotonicFit } from './load-fit.ts'
import type { MeasuredTry } from './search-step.ts'
import { boundaryLine, straightBoundary } from './straight-boundary.ts'

const limits: readonly SweepLimit[] = [{ name: 'e2el', percentile: null, bound: 1000 }]

/** Forty answers around a latency; `unsure` spreads them. */
function run(load: number, latencyMs: number, { unsure = 0.01, failed = 0 } = {}): MeasuredTry {
  const requests = Array.from({ length: 40 }, (_, index) => {
    const latencyS = (latencyMs / 1000) * (1 + unsure * (((index * 7) % 5) - 2))
    return measured({ startS: index, latencyS, error: index < failed ? refused : null })
  })
  const config = { ...defaultBenchmarkConfig, maxConcurrency: load }
  return { load, repeat: 0, config, summary: wholeSummary(requests, config) }
}

function holding(runs: readonly MeasuredTry[]) {
  return fitLoads(limits, runs).loads.map(({ load, holds }) => [load, holds])
}

describe('the fit through a search', () => {
  test('shows which loads hold, and what the first to fail breaks', () => {
    const fit = fitLoads(limits, [run(8, 1500), run(2, 500), run(4, 800)])
    expect(fit.loads.map(({ load, holds, isSure }) => ({ load, holds, isSure }))).toEqual([
      { load: 2, holds: true, isSure: true },
      { load: 4, holds: true, isSure: true },
      { load: 8, holds: false, isSure: true },
    ])
    expect(fit.loads[2]?.broken).toBe(0)
    expect(fit.boundary).toBeGreaterThan(4)
    expect(fit.boundary).toBeLessThan(8)
    expect(fit.interval).toEqual({ low: 4, high: 8 })
  })

  test('takes what falls with the load for chance', () => {
    expect(holding([run(2, 500), run(4, 1010), run(6, 980), run(8, 1500)])).toEqual([
      [2, true],
      [4, true],
      [6, true],
      [8, false],
    ])
  })

  test('is not sure of a load by runs beyond it, or of a heavier one by lighter runs', () => {
    const sure = (runs: readonly MeasuredTry[]) =>
      fitLoads(limits, runs).loads.map(({ load, holds, isSure }) => [load, holds, isSure])
    const vague = { unsure: 0.3 }
    expect(sure([run(2, 500), run(4, 1100, vague), run(6, 1050), run(8, 1300)])).toEqual([
      [2, true, true],
      [4, false, false],
      [6, false, true],
      [8, false, true],
    ])
    expect(sure([run(2, 700), run(4, 950), run(6, 900, vague), run(8, 1500)])).toEqual([
      [2, true, true],
      [4, true, true],
      [6, true, false],
      [8, false, true],
    ])
  })

  test('is not sure of a load whose runs spread about the limit', () => {
    const { loads } = fitLoads(limits, [run(2, 500), run(4, 990, { unsure: 0.3 })])
    expect(loads.map(({ isSure }) => isSure)).toEqual([true, false])
  })

  test('sees runs of one load disagree', () => {
    const { loads } = fitLoads(limits, [run(4, 900), run(4, 1100)])
    expect(loads).toMatchObject([{ load: 4, runs: 2, isDisputed: true, isSure: false }])
  })

  test('takes loads that are too light for a figure that load improves for no end', () => {
    const uneven = (load: number, latencyMs: number, imbalance: number) => {
      const { summary, ...tried } = run(load, latencyMs)
      return { ...tried, summary: { ...summary, imbalance } }
    }
    const even: SweepLimit = { name: 'imbalance', percentile: null, bound: 2 }
    const both = [...limits, even]
    const rising = [uneven(2, 500, 6), uneven(4, 800, 1.5), uneven(8, 1500, 1.2)]
    const fit = fitLoads(both, rising)
    expect(fit.loads.map(({ holds }) => holds)).toEqual([true, true, false])
    expect(fit.loads.map(({ missed }) => missed?.bound ?? null)).toEqual([1, null, null])
    expect(fit.interval).toEqual({ low: 4, high: 8 })
    const never = fitLoads(both, [uneven(2, 500, 6), uneven(4, 800, 5), uneven(8, 1500, 4)])
    expect(never.loads.map(({ missed }) => missed?.bound ?? null)).toEqual([1, 1, 1])
    const worseAgain = [...rising.slice(0, 2), uneven(8, 900, 4)]
    expect(fitLoads(both, worseAgain).loads[2]).toMatchObject({ holds: false, broken: 1 })
  })

  test('does not let a load hold at which requests fail', () => {
    expect(fitLoads(limits, [run(2, 500), run(4, 500, { failed: 20 })]).loads[1]).toMatchObject({
      holds: false,
      broken: 'answers',
    })
  })

  test('knows no way back beyond a load that does not hold', () => {
    const notReported = run(8, 500)
    const failing = run(4, 500, { failed: 20 })
    const silent = { ...notReported, summary: { ...notReported.summary, failed: null } }
    expect(holding([run(2, 500), failing, silent]).map(([, holds]) => holds)).toEqual([
      true,
      false,
      false,
    ])
  })
})

test.each([
  { values: [1, 2, 3], fitted: [1, 2, 3] },
  { values: [1, 3, 2], fitted: [1, 2.5, 2.5] },
  { values: [3, 2, 1], fitted: [2, 2, 2] },
  { values: [], fitted: [] },
])('the rising curve nearest to $values is $fitted', ({ values, fitted }) => {
  const fit = isotonicFit(values.map((value) => ({ value, weight: 1 })))
  expect(fit.map(({ value }) => value)).toEqual(fitted)
})

describe('a straight line', () => {
  const place = (load: number, value: number, error = 0.01) => ({ load, value, error })

  test('meets the bound where it says, within an interval that grows with its errors', () => {
    // 0.2 · ln(load ÷ 10)
    const at = (load: number) => 0.2 * Math.log(load / 10)
    const line = straightBoundary([5, 8, 12, 20].map((load) => place(load, at(load))))
    const vague = straightBoundary([5, 8, 12, 20].map((load) => place(load, at(load), 0.05)))
    expect(line?.boundary).toBeCloseTo(10, 9)
    expect(line?.interval.low).toBeGreaterThan(9)
    expect(line?.interval.high).toBeLessThan(11)
    expect(vague?.interval.low).toBeLessThan(line?.interval.low ?? 0)
  })

  test.each([
    ['too few places', [place(5, -0.1), place(20, 0.1)]],
    ['places on one side', [place(5, -0.3), place(8, -0.2), place(12, -0.1)]],
    ['a slope that may be none', [place(5, -0.1, 1), place(8, 0.1, 1), place(12, 0.1, 1)]],
  ])('is none through %s', (_, places) => {
    expect(straightBoundary(places)).toBeNull()
  })
})

describe('the line through long runs near the bound', () => {
  const place = (load: number, value: number, { error = 0.1, length = 16 } = {}) => ({
    ...{ load, value, error, length },
  })

  test('crosses the bound more surely than any load is on its side', () => {
    const line = boundaryLine([place(9, -0.3), place(11, 0.3)])
    expect(Math.exp(line?.crossing ?? 0)).toBeCloseTo(Math.sqrt(99), 6)
    expect(line?.error).toBeLessThan(0.03)
    expect(line?.length).toBe(32)
  })

  test('weighs loads by their length, because runs that are calm by chance seem precise', () => {
    const calm = [place(9, -0.3), place(10.5, 0.1, { error: 0.01 }), place(11, 0.3)]
    const usual = [place(9, -0.3), place(10.5, 0.1), place(11, 0.3)]
    expect(boundaryLine(calm)?.crossing).toBeCloseTo(boundaryLine(usual)?.crossing ?? 0, 9)
  })

  test.each([
    ['short runs', [place(9, -0.3, { length: 1 }), place(11, 0.3, { length: 1 })]],
    ['loads far apart', [place(5, -0.3), place(20, 0.3)]],
    ['a cliff', [place(9, -0.3), place(10, 1)]],
    ['a figure that hardly rises', [place(9, -0.05), place(11, 0.05)]],
    ['loads on one side', [place(9, -0.3), place(10, -0.2)]],
  ])('is not drawn through %s', (_, places) => {
    expect(boundaryLine(places)).toBeNull()
  })
})
