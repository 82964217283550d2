import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured, refused } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { ComparableRun } from './comparable-figures.ts'
import { type FigureComparison, compareRuns } from './compare-runs.ts'

/** Hundreds of runs are made and summarised. */
const timeout = 120_000

type Process = Readonly<{
  /** All its latencies are longer by this factor. */
  slowness?: number
  requests?: number
  failed?: number
  changes?: Partial<ComparableRun['config']>
}>

/** A run at ten requests per second whose latencies vary by a tenth. */
function run(seed: number, process: Process = {}): ComparableRun {
  const { slowness = 1, requests = 800, failed = 0, changes = {} } = process
  const random = new NumpyRandomState(seed)
  const list = Array.from({ length: requests }, (_, index) => {
    const ttftS = 0.1 * slowness * Math.exp(0.1 * random.gaussian())
    const latencyS = ttftS + 1 * slowness * Math.exp(0.1 * random.gaussian())
    const gapUs = 1e5 * slowness * Math.exp(0.1 * random.gaussian())
    const gaps = { interTokenLatenciesUs: Uint32Array.of(gapUs, gapUs), outputTokens: 11 }
    const error = index < failed ? refused : null
    return measured({ startS: index / 10, ttftS, latencyS, ...gaps, error })
  })
  const config = { ...defaultBenchmarkConfig, requestRate: 10, ...changes }
  return { config, summary: wholeSummary(list, config) }
}

function figure(figures: readonly FigureComparison[], wanted: string): FigureComparison {
  const found = figures.find(({ name, percentile }) => `${name}/${percentile ?? 'mean'}` === wanted)
  if (found === undefined) throw new Error(`${wanted} was not compared`)
  return found
}

const sure = [
  ...['ttft/mean', 'ttft/50', 'ttft/99', 'tpot/mean', 'e2el/mean', 'e2el/50', 'e2el/99'],
  ...['itl/mean', 'itl/50'],
]

/** A p99 is known well enough only from more requests. */
function enoughFor(name: string): Process {
  return name.endsWith('/99') ? { requests: 4000 } : {}
}

describe('two runs', () => {
  test.each(sure)('differ in %s by what one is slower, and it is worse', (name) => {
    const { base, other, difference, share, interval, verdict } = figure(
      compareRuns(run(1, enoughFor(name)), run(2, { ...enoughFor(name), slowness: 1.2 })),
      name,
    )
    expect(other.value - base.value).toBeCloseTo(difference, 9)
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.25)
    expect(interval?.low).toBeGreaterThan(0)
    expect(verdict).toBe('worse')
  })

  test.each(sure)('are better in %s the other way round', (name) => {
    const compared = compareRuns(
      run(1, { ...enoughFor(name), slowness: 1.2 }),
      run(2, enoughFor(name)),
    )
    expect(figure(compared, name).verdict).toBe('better')
  })

  const numbersOfPairs = [
    { pairs: 20, tags: [] },
    { pairs: 100, tags: ['nightly'] },
  ]
  for (const { pairs, tags } of numbersOfPairs) {
    test(`of one process, of ${pairs} pairs, seldom seem to differ`, { tags, timeout }, () => {
      const compared = Array.from({ length: pairs }, (_, pair) =>
        compareRuns(run(2 * pair), run(2 * pair + 1)),
      )
      for (const name of ['ttft/mean', 'e2el/99']) {
        const verdicts = compared.map((figures) => figure(figures, name).verdict)
        const moved = verdicts.filter((verdict) => verdict === 'better' || verdict === 'worse')
        expect(moved.length, name).toBeLessThanOrEqual(pairs / 20)
      }
    })
  }

  test('of nearly constant latencies of 1.98 and 2.00 s differ by about 1 %, however few', () => {
    const constant = (latencyS: number): ComparableRun => {
      const list = Array.from({ length: 60 }, (_, index) =>
        measured({ startS: index / 6, latencyS: latencyS + ((index * 37) % 10) / 10_000 }),
      )
      const config = { ...defaultBenchmarkConfig, requestRate: 6 }
      return { config, summary: wholeSummary(list, config) }
    }
    const compared = compareRuns(constant(1.98), constant(2), { assumed: 0, shown: {} })
    const { low, high } = figure(compared, 'e2el/mean').shareInterval ?? { low: -1, high: 1 }
    expect(low).toBeGreaterThan(0)
    expect(high).toBeLessThan(0.02)
  })

  test('have the same throughput where both keep up', () => {
    const [base, other] = [run(1, { requests: 3000 }), run(2, { requests: 3000 })]
    for (const name of ['requestThroughput', 'totalTokenThroughput']) {
      expect(figure(compareRuns(base, other), `${name}/mean`).verdict).toBe('same')
    }
  })

  test('with failures differ in their share', () => {
    const failing = compareRuns(run(1), run(2, { failed: 80 }))
    expect(figure(failing, 'failedShare/mean')).toMatchObject({ verdict: 'worse', difference: 0.1 })
    expect(figure(compareRuns(run(1), run(2)), 'failedShare/mean').verdict).toBe('same')
  })

  test('of which one was cancelled do not differ by what that cut off', () => {
    const whole = run(2, { failed: 80 })
    const errors = [{ code: 'cancelled', message: '', count: 80 } as const]
    const cut = { ...whole, summary: { ...whole.summary, errors } }
    expect(figure(compareRuns(run(1), cut), 'failedShare/mean')).toMatchObject({
      verdict: 'same',
      difference: 0,
    })
  })

  test('of which one meets its goals less often differ by goodput', () => {
    const changes = { goodput: { e2el: 1200 } }
    const figures = compareRuns(run(1, { changes }), run(2, { changes, slowness: 1.15 }))
    expect(figure(figures, 'requestGoodput/mean').verdict).toBe('worse')
    const alike = figure(
      compareRuns(run(1, { changes }), run(3, { changes })),
      'requestGoodput/mean',
    )
    expect(alike.interval?.low).toBeLessThan(0)
    expect(alike.interval?.high).toBeGreaterThan(0)
  })

  test('that are hardly distinguishable still differ by more than −100 %', () => {
    const figures = compareRuns(run(1, { requests: 40 }), run(2, { requests: 40, slowness: 0.2 }))
    const lows = figures.flatMap(({ shareInterval }) => shareInterval?.low ?? [])
    expect(lows.length).toBeGreaterThan(1)
    expect(Math.min(...lows)).toBeGreaterThanOrEqual(-1)
  })

  test('have no verdict on what has no interval', () => {
    const figures = compareRuns(run(1), run(2, { requests: 50, slowness: 2 }))
    expect(figure(figures, 'ttft/99')).toMatchObject({ interval: null, verdict: 'unclear' })
    expect(figure(figures, 'ttft/mean').verdict).toBe('worse')
  })

  test('are compared by what both were asked for', () => {
    const figures = compareRuns(run(1), run(2, { changes: { metricPercentiles: [90, 99] } }))
    const percentiles = new Set(figures.map(({ percentile }) => percentile))
    expect([...percentiles]).toEqual([null, 50, 99])
  })

  test('have only their failures in common where one answered nothing', () => {
    const figures = compareRuns(run(1), run(2, { failed: 800 }))
    expect(figures.map(({ name, verdict }) => ({ name, verdict }))).toEqual([
      { name: 'failedShare', verdict: 'worse' },
    ])
  })
})
